import type { Fitting, ProblemAnswers, ResponsePlan } from "@onespec/http-contract";
import type { ApiDescription, Operation, Resource } from "@onespec/spec-core";
import { withAskedId } from "../behaviour/asked-id.js";
import { createBehaviour } from "../behaviour/create-behaviour.js";
import { createOperationStates } from "../behaviour/operation-state.js";
import { withOwnAccount } from "../behaviour/own-account.js";
import { withParentIds } from "../behaviour/parent-ids.js";
import { recordExists } from "../behaviour/record-address.js";
import { createRecordFactories } from "../behaviour/record-factory.js";
import { createResourceStates } from "../behaviour/resource-state.js";
import type { GivenSeeds } from "../config/given-seeds.js";
import type { MockOptions } from "../config/mock-options.js";
import type { FileService } from "../model/files.js";
import type { Behaviour, BehaviourPlan, BehaviourWrapper, MockContext } from "../model/mock-context.js";
import { createRecordTags } from "../response/record-tags.js";
import { createSeeds } from "../seed/create-seeds.js";
import type { RecordCollection, RecordStore } from "../store/record-store.js";

/** The behaviours of a description on one store. */
export interface Backend {
  readonly api: ApiDescription;
  readonly store: RecordStore;
  readonly context: MockContext;
  /** Every collection that operations use. */
  readonly collections: readonly RecordCollection[];
  behaviourOf(plan: BehaviourPlan): Behaviour;
  /** True if the path of an operation names a record, whatever the schemas of its parameters say. */
  isKnownPath(operation: Operation): ((texts: Readonly<Record<string, string>>) => Promise<boolean>) | undefined;
  /** Fills every resource that is empty. */
  fillSeeds(): Promise<void>;
  /** Removes files that a killed server left behind. */
  tidyFiles(): Promise<void>;
  summary(): Promise<MockSummary>;
}

/** Opens a backend on a store. */
export type OpenBackend = (store: RecordStore) => Promise<Backend>;

export interface BackendParts {
  readonly fitting: Fitting;
  readonly refuse: ProblemAnswers;
  readonly files: FileService;
  readonly stopped: AbortSignal;
  readonly served: ServedOperations;
  /** Puts the features around a behaviour. */
  readonly wrap: BehaviourWrapper;
  /** Records that were given to begin with, as they are now. */
  readonly givenSeeds: () => GivenSeeds | undefined;
}

export function backendOpener(
  api: ApiDescription,
  options: MockOptions,
  { fitting, refuse, files: service, stopped, served, wrap, givenSeeds }: BackendParts,
): OpenBackend {
  const { seed, seedValue, fixedTime } = options;
  const now = fixedTime === undefined ? Date.now : () => fixedTime;
  // Resources are found when first asked for, so nobody asks before a request or a seed needs them.
  const { schemas } = api;
  return async (store) => {
    const states = createResourceStates(api, store);
    const operationStates = createOperationStates(store);
    const records = createRecordFactories(api, fitting, states, seedValue);
    const seeds = createSeeds(
      { api, store, schemas, fitting, states, records, operationStates },
      { count: seed, seedValue, given: givenSeeds() },
    );
    const files = { service, references: service.referencesIn(store) };
    const context: MockContext = {
      api,
      schemas,
      fitting,
      states,
      operationStates,
      records,
      seeds,
      now,
      isLax: options.validate !== "strict",
      tags: createRecordTags(),
      files,
      stopped,
      refuse,
    };
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
      summary: () => summarize(context, served.operations, served.skipped),
    };
  };
}

/** The operations of a description that can be served, and those that its errors leave no way to serve. */
export interface ServedOperations {
  readonly operations: readonly Operation[];
  readonly skipped: readonly SkippedOperation[];
}

export function servedOperations({ operations, errors }: ApiDescription): ServedOperations {
  const broken = new Map<string, string>();
  for (const { operations: ids, message } of errors) {
    for (const id of ids ?? []) if (!broken.has(id)) broken.set(id, message);
  }
  const skipped = operations.flatMap((operation) => {
    const reason = broken.get(operation.id);
    return reason === undefined ? [] : [{ operation, reason }];
  });
  return { operations: operations.filter(({ id }) => !broken.has(id)), skipped };
}

/** The operations and resources that a mock serves, for people. */
export interface MockSummary {
  /** Operations that are served. */
  readonly operations: readonly Operation[];
  /** Operations that cannot be served because of errors in the description. */
  readonly skipped: readonly SkippedOperation[];
  readonly resources: readonly ResourceSummary[];
  /** Why answers of these schemas may not be valid, by schema URI: no value satisfies them. */
  readonly unsatisfiable: ReadonlyMap<string, string>;
}

export interface SkippedOperation {
  readonly operation: Operation;
  readonly reason: string;
}

export interface ResourceSummary {
  readonly resource: Resource;
  /** Where in the record the id stands: `id`, `metadata.name`; `undefined` when records do not hold it. */
  readonly idProperty: string | undefined;
  /** `integer`, `string (uuid)`, ... */
  readonly idType: string;
  readonly records: number;
}

async function summarize(
  { api, states, fitting }: MockContext,
  operations: readonly Operation[],
  skipped: readonly SkippedOperation[],
): Promise<MockSummary> {
  const resources: ResourceSummary[] = [];
  for (const resource of api.resources) {
    const records = await states.of(resource).collection.count();
    resources.push({
      resource,
      idProperty: resource.id.property?.join("."),
      idType: idType(api.schemas, resource),
      records,
    });
  }
  return { operations, skipped, resources, unsatisfiable: fitting.unsatisfiable };
}

function idType(schemas: MockContext["schemas"], { id }: Resource): string {
  const json = schemas.follow(id.schema.json);
  if (typeof json === "boolean") return "any";
  const types = typeof json.type === "string" ? [json.type] : (json.type ?? []);
  const named = types.filter((type) => type !== "null").join(" or ") || "any";
  return json.format === undefined ? named : `${named} (${json.format})`;
}
