import {
  type Fitting,
  type Problem,
  type ProblemAnswers,
  ProblemError,
  type ResponsePlan,
} from "@onespec/http-contract";
import {
  type ApiDescription,
  getOrMake,
  keywordsOf,
  type Operation,
  type Resource,
  withValueAt,
} from "@onespec/spec-core";
import { createBehaviour } from "../behaviour/create-behaviour.js";
import { createIdSource, type IdSource } from "../behaviour/record/id-source.js";
import { createOperationStates } from "../behaviour/record/operation-state.js";
import { withOwnAccount } from "../behaviour/record/own-account.js";
import { withParentIds } from "../behaviour/record/parent-ids.js";
import { recordExists } from "../behaviour/record/record-address.js";
import { keyInRecord, recordPathMaker, withKey, withParents } from "../behaviour/record/record-key.js";
import { createRecordMaker, type RecordMaker } from "../behaviour/record/record-maker.js";
import { createResourceStates } from "../behaviour/record/resource-state.js";
import { withAskedId } from "../behaviour/selection/asked-id.js";
import type { GivenSeeds } from "../config/given-seeds.js";
import type { MockOptions } from "../config/mock-options.js";
import type { FileService } from "../model/files.js";
import type {
  Behaviour,
  BehaviourPlan,
  BehaviourWrapper,
  MockContext,
  RecordFactories,
  Seeds,
} from "../model/mock-context.js";
import type { ResourceStates, ScopePattern } from "../model/resource-states.js";
import { createFileAddresses } from "../response/file-facts.js";
import { createOwnAddress } from "../response/own-address.js";
import { createRecordMoments, type RecordMoments } from "../response/record-moments.js";
import type { SeedFiller, SeedOptions, SeedParts } from "../seed/seed-filler.js";
import { isFilledOnTouch, leftKey, placeKey } from "../seed/seed-places.js";
import { isWholeScope } from "../store/memory-store.js";
import type { JsonObject, RecordCollection, RecordStore, StoredRecord } from "../store/record-store.js";

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
      summary: () => summarize(context, served.operations, served.skipped),
    };
  };
}

/** The operations that can be served, and those that cannot because of errors in the description. */
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
  /** Schemas that no value satisfies, by URI, with the reason. Answers with these schemas may be invalid. */
  readonly unsatisfiable: ReadonlyMap<string, string>;
}

export interface SkippedOperation {
  readonly operation: Operation;
  readonly reason: string;
}

export interface ResourceSummary {
  readonly resource: Resource;
  /** The path of the id in a record: `id`, `metadata.name`. `undefined` if records do not contain it. */
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
  const { type: types = [], format } = keywordsOf(schemas, id.schema.json);
  const named =
    [types]
      .flat()
      .filter((type) => type !== "null")
      .join(" or ") || "any";
  return format === undefined ? named : `${named} (${format})`;
}

/** Tries of numeric ids. Clients may have taken many numbers in a row, and each try costs a lookup. */
const MOST_NUMBERS = 100_000;
/**
 * Tries of other ids. Generated texts rarely collide unless the schema allows only a few, and each try may cost a
 * sample.
 */
const MOST_TEXTS = 50;

/** @throws ProblemError from `make`, when no id is free */
function createRecordFactories(
  api: ApiDescription,
  fitting: Fitting,
  states: ResourceStates,
  seedValue: string,
): RecordFactories {
  const { schemas } = api;
  const parts = new Map<Resource, RecordParts>();
  const partsOf = (resource: Resource): RecordParts => {
    return getOrMake(parts, resource, () => {
      const { create, replace } = resource.roles;
      const writers = [create, replace].filter((operation) => operation !== undefined);
      // The item path defines the format of the id, so prefer a resource that has one.
      const named = resource.itemPath === undefined ? states.of(resource).owner : resource;
      return {
        ids: createIdSource(schemas, fitting, seedValue, named),
        maker: createRecordMaker(schemas, fitting, resource, writers),
        moments: createRecordMoments(api, resource),
        address: recordAddress(api, states, resource),
      };
    });
  };
  return {
    async make(resource, written, { scope, parents, key: chosen, now, isGiven }) {
      const { ids, maker, moments, address } = partsOf(resource);
      const { collection } = states.of(resource);
      const whole = isWholeScope(scope) ? scope : scope.map((part) => part ?? "");
      const finish = (number: number, key: string, id?: string | number): StoredRecord => {
        const named = id === undefined ? withKey(schemas, resource, written, key) : withId(resource, written, id);
        const placed = withParents(schemas, resource, named, parents);
        // The id in the record wins over the one in the path: `PUT /pets/007` makes pet 7.
        const known = now === undefined ? undefined : moments.known(now);
        const made = maker(placed, `${resource.stateKey} ${number}`, known, isGiven);
        const ownKey = keyInRecord(resource, placed) ?? key;
        const value = address ? address(made, whole, ownKey) : made;
        return {
          key: ownKey,
          scope: whole,
          value: now === undefined ? value : moments.made(value, now, placed),
        };
      };
      let number = await collection.nextNumber();
      if (chosen !== undefined) return finish(number, chosen);
      for (let attempt = 0; ; attempt++) {
        const id = ids(number, attempt);
        if ((await collection.get(whole, String(id))) === undefined) return finish(number, String(id), id);
        const isCounted = typeof id === "number";
        if (attempt + 1 >= (isCounted ? MOST_NUMBERS : MOST_TEXTS)) throw new ProblemError(noFreeId(resource));
        if (isCounted || attempt > 2) number = await collection.nextNumber();
      }
    },
  };
}

/**
 * Returns a function that sets the addresses of a record and of its files in the record. `undefined` if the record
 * contains no address, or has no path.
 */
function recordAddress(
  api: ApiDescription,
  states: ResourceStates,
  resource: Resource,
): ((value: JsonObject, scope: readonly string[], key: string) => JsonObject) | undefined {
  const { owner } = states.of(resource);
  const makers = [createFileAddresses(api, owner), createOwnAddress(api, owner)].filter((one) => one !== undefined);
  const pathOf = makers.length > 0 ? recordPathMaker(owner) : undefined;
  if (!pathOf) return undefined;
  return (value, scope, key) => {
    const path = pathOf(scope, key);
    return path === undefined ? value : makers.reduce((made, address) => address(made, path), value);
  };
}

interface RecordParts {
  readonly ids: IdSource;
  readonly maker: RecordMaker;
  readonly moments: RecordMoments;
  readonly address: ReturnType<typeof recordAddress>;
}

/** For example, if the id is an enum and there is a record for each of its values. */
function noFreeId({ name, id }: Resource): Problem {
  const message = `${name} has a record for every id that was tried`;
  const path = `/${(id.property ?? []).join("/")}`;
  return { status: 409, code: "no-free-id", message: "No free id", details: [{ in: "body", path, message }] };
}

function withId({ id: { property } }: Resource, written: JsonObject, id: string | number): JsonObject {
  return property ? (withValueAt(written, property, id) as JsonObject) : written;
}

/** Creates the seeds. Their code is loaded only if there are any. */
function createSeeds(parts: SeedParts, options: SeedOptions): Seeds {
  const { count, given } = options;
  const isEmpty = count === 0 && !given;
  let loading: Promise<SeedFiller> | undefined;
  const filler = (): Promise<SeedFiller> => {
    loading ??= import("../seed/seed-filler.js").then(({ createSeedFiller }) => createSeedFiller(parts, options));
    return loading;
  };
  const places = new Map<string, Promise<void>>();
  // Scopes are filled one after another. A scope may need another one filled first, which in turn may need this one.
  let last: Promise<unknown> = Promise.resolve();
  const fillPlace = (owner: Resource, scope: readonly string[]): Promise<void> => {
    const key = placeKey(owner, scope);
    return getOrMake(places, key, () => {
      const work = last.then(filler).then(({ fillPlace }) => fillPlace(owner, scope));
      last = work.catch(() => {});
      // With a shared store the check is repeated each time, since another server may have reset the store.
      const isRemembered = parts.store.transaction === undefined;
      return work.then(
        (isFilled) => void ((isFilled && isRemembered) || places.delete(key)),
        (error: unknown) => {
          places.delete(key);
          throw error;
        },
      );
    });
  };
  const toFill = (resource: Resource, scope: ScopePattern): readonly [Resource, readonly string[]] | undefined => {
    if (count === 0 || !isWholeScope(scope) || scope.length === 0) return undefined;
    const { owner } = parts.states.of(resource);
    return isFilledOnTouch(parts.states, owner) ? [owner, scope] : undefined;
  };
  return {
    count,
    isLate: (resource) => !isEmpty && isFilledOnTouch(parts.states, parts.states.of(resource).owner),
    fillAll: async () => (isEmpty ? undefined : (await filler()).fillAll()),
    fill(resource: Resource, scope: ScopePattern) {
      const place = toFill(resource, scope);
      return place && fillPlace(...place);
    },
    leave(resource: Resource, scope: ScopePattern) {
      const place = toFill(resource, scope);
      if (!place || places.has(placeKey(...place))) return undefined;
      return parts.operationStates.put(placeKey(...place), "seed", { value: 0 });
    },
    leaveBelow: (path) => (count === 0 ? undefined : parts.operationStates.put(leftKey(path), "seed", { value: 0 })),
  };
}
