import type { Fitting, ProblemAnswers, ResponsePlan } from "@onespec/http-contract";
import type { ApiDescription, Operation } from "@onespec/spec-core";
import { createBehaviour } from "../behaviour/create-behaviour.js";
import { createOperationStates } from "../behaviour/record/operation-state.js";
import { withOwnAccount } from "../behaviour/record/own-account.js";
import { withParentIds } from "../behaviour/record/parent-ids.js";
import { recordExists } from "../behaviour/record/record-address.js";
import { createRecordFactories } from "../behaviour/record/record-factories.js";
import { createResourceStates } from "../behaviour/record/resource-state.js";
import { withAskedId } from "../behaviour/selection/asked-id.js";
import type { GivenSeeds } from "../config/given-seeds.js";
import type { MockOptions } from "../config/mock-options.js";
import type { FileService } from "../model/files.js";
import type { Behaviour, BehaviourPlan, BehaviourWrapper, MockContext } from "../model/mock-context.js";
import { createSeeds } from "../seed/seeds.js";
import type { RecordCollection, RecordStore } from "../store/record-store.js";
import { type MockSummary, summarize } from "./mock-summary.js";
import type { ServedOperations } from "./served-operations.js";

/** The behaviours of a description on one store. */
export interface Backend {
  readonly api: ApiDescription;
  readonly store: RecordStore;
  readonly context: MockContext;
  /** Every collection that the operations use. */
  readonly collections: readonly RecordCollection[];
  behaviourOf(plan: BehaviourPlan): Behaviour;
  /**
   * Returns a check that is true if an operation's path identifies a record, even if a parameter violates its schema.
   */
  isKnownPath(operation: Operation): ((texts: Readonly<Record<string, string>>) => Promise<boolean>) | undefined;
  /** Fills every resource that is empty. */
  fillSeeds(): Promise<void>;
  /** Removes files that a killed server has left. */
  tidyFiles(): Promise<void>;
  summary(): Promise<MockSummary>;
}

/** Opens a backend on a store. */
export type OpenBackend = (store: RecordStore) => Promise<Backend>;

interface BackendParts {
  readonly fitting: Fitting;
  readonly refuse: ProblemAnswers;
  readonly files: FileService;
  readonly stopped: AbortSignal;
  readonly served: ServedOperations;
  /** Puts the features around a behaviour. */
  readonly wrap: BehaviourWrapper;
  /** The given initial records, in their current version. */
  readonly givenSeeds: () => GivenSeeds | undefined;
}

export function backendOpener(
  api: ApiDescription,
  options: MockOptions,
  { fitting, refuse, files: service, stopped, served, wrap, givenSeeds }: BackendParts,
): OpenBackend {
  const { seed, seedValue, fixedTime } = options;
  const now = fixedTime === undefined ? Date.now : () => fixedTime;
  // Resources are computed at first use, so nothing here reads them before a request or a seed needs them.
  const { schemas } = api;
  return async (store) => {
    const states = createResourceStates(api, store);
    const operationStates = createOperationStates(store);
    const records = createRecordFactories(api, fitting, states, seedValue);
    const files = { service, references: service.referencesIn(store) };
    const isLax = options.validate !== "strict";
    const parts = {
      api,
      store,
      schemas,
      fitting,
      states,
      operationStates,
      records,
      now,
      isLax,
      files,
      stopped,
      refuse,
    };
    const seeds = createSeeds(parts, { count: seed, seedValue, given: givenSeeds() });
    const context: MockContext = { ...parts, seeds };
    const behaviours = new Map<ResponsePlan, Behaviour>();
    return {
      api,
      store,
      context,
      get collections() {
        return [
          ...[...states.all].map(({ collection }) => collection),
          operationStates.collection,
          files.references.collection,
        ];
      },
      behaviourOf(plan) {
        const known = behaviours.get(plan.response);
        if (known) return known;
        const wrapped = withAskedId(context, plan.operation, wrap(context, plan, createBehaviour(context, plan)));
        const behaviour = withOwnAccount(context, plan.operation, withParentIds(context, plan.operation, wrapped));
        behaviours.set(plan.response, behaviour);
        return behaviour;
      },
      isKnownPath: (operation) => recordExists(context, operation),
      fillSeeds: () => seeds.fillAll(),
      async tidyFiles() {
        if ((await files.references.collection.count()) > 0) {
          const collections = [...states.all].map(({ collection }) => collection);
          if (await service.forgetOrphans(files.references, collections)) service.sweepSoon();
        }
        service.sweepLeftovers();
      },
      summary: () => summarize(context, served),
    };
  };
}
