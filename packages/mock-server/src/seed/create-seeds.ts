import type { ApiDescription, Resource, SchemaRegistry } from "@onespec/spec-core";
import type { OperationStates } from "../behaviour/operation-state.js";
import type { RecordFactories } from "../behaviour/record-factory.js";
import { keyInRecord, withoutId } from "../behaviour/record-key.js";
import { isWholeScope, type ResourceStates, type ScopePattern } from "../behaviour/resource-state.js";
import { Refusal } from "../errors/refusal.js";
import { coerceValue } from "../request/coerce-value.js";
import type { Fitting } from "../response/fitting.js";
import type { JsonObject } from "../store/record-store.js";
import { recordExamples } from "./record-examples.js";
import type { Seeds } from "./seeds.js";

export interface SeedParts {
  readonly schemas: SchemaRegistry;
  readonly fitting: Fitting;
  readonly states: ResourceStates;
  readonly records: RecordFactories;
  readonly operationStates: OperationStates;
}

/** Parents looked at when children are spread. */
const MOST_PARENTS = 1000;

/** @param count records a resource; 0: none */
export function createSeeds(parts: SeedParts, api: Pick<ApiDescription, "resources">, count: number): Seeds {
  if (count === 0) return { fillAll: async () => {}, fill: () => undefined };
  const filled = new Map<string, Promise<void>>();
  const once = (key: string, work: () => Promise<void>): Promise<void> => {
    let promise = filled.get(key);
    if (!promise) {
      promise = work();
      filled.set(key, promise);
    }
    return promise;
  };

  const fillResource = (resource: Resource): Promise<void> => {
    const { owner } = parts.states.of(resource);
    return once(owner.stateKey, async () => {
      for (const parent of owner.parents) if (parent.resource) await fillResource(parent.resource);
      const { collection } = parts.states.of(owner);
      if ((await collection.count()) > 0) return;
      const scopes = await parentScopes(parts, owner);
      if (scopes.length === 0) return;
      await seedRecords(parts, owner, scopes, count);
      if (!isFilledOnTouch(owner)) return;
      for (const scope of scopes.slice(0, count)) await markFilled(owner, scope);
    });
  };
  const markFilled = (owner: Resource, scope: readonly string[]): Promise<void> =>
    parts.operationStates.put(placeKey(owner, scope), "seed", { value: count });
  // Below parents that are nobody's records (`/repos/{owner}/{repo}/issues`), and where no client can make records
  // (`/accounts/{id}/invoices`), each place is filled when first looked at.
  const isFilledOnTouch = (owner: Resource): boolean =>
    owner.parents.some(({ resource }) => resource === undefined) ||
    (owner.parents.length > 0 && !parts.states.of(owner).isCreatable);

  return {
    async fillAll() {
      for (const resource of api.resources) await fillResource(resource);
    },
    fill(resource, scope) {
      const { owner, collection } = parts.states.of(resource);
      if (!isWholeScope(scope) || scope.length === 0 || !isFilledOnTouch(owner)) return undefined;
      const key = placeKey(owner, scope);
      return once(key, async () => {
        if ((await parts.operationStates.get(key)) || (await collection.count(scope)) > 0) return;
        if (!(await hasParent(parts, owner, scope))) {
          filled.delete(key);
          return;
        }
        await seedRecords(parts, owner, [scope], count);
        await markFilled(owner, scope);
      });
    },
  };
}

/** Says of one place of a resource that it was filled. */
function placeKey({ stateKey }: Resource, scope: readonly string[]): string {
  return `seeded ${stateKey} ${scope.map(encodeURIComponent).join("/")}`;
}

/** Is the innermost parent there, or nobody's record? */
async function hasParent({ states }: SeedParts, { parents }: Resource, scope: readonly string[]): Promise<boolean> {
  const parent = parents.at(-1)?.resource;
  const key = scope.at(-1);
  if (parent === undefined || key === undefined) return true;
  const { find, owner } = states.of(parent);
  const above = scope.slice(0, -1).slice(-owner.parents.length || scope.length);
  return owner.parents.length === above.length ? (await find({ scope: above, where: [] }, key)) !== undefined : true;
}

/** The scopes that exist: one for each record of the innermost parent; a single empty one at the top level. */
async function parentScopes({ states }: SeedParts, { parents }: Resource): Promise<readonly (readonly string[])[]> {
  const parent = parents.at(-1);
  if (!parent) return [[]];
  if (!parent.resource) return [];
  const { collection, owner } = states.of(parent.resource);
  if (owner.parents.length !== parents.length - 1) return [];
  const { records } = await collection.list({ limit: MOST_PARENTS });
  return records.map((record) => [...record.scope, record.key]);
}

async function seedRecords(
  { schemas, fitting, states, records }: SeedParts,
  resource: Resource,
  scopes: readonly ScopePattern[],
  count: number,
): Promise<void> {
  const { collection } = states.of(resource);
  const examples = recordExamples(schemas, resource);
  for (let index = 0; index < count; index++) {
    const scope = scopes[index % scopes.length] ?? [];
    const example = examples[index];
    const seed = `${resource.stateKey} ${index + 1}`;
    const made = example ?? fitting.fit(resource.schema, undefined, { seed, optional: true, examples: false });
    const value = isObject(made) ? made : {};
    const own = example && keyInRecord(resource, example);
    const isFree = own !== undefined && isReachable(schemas, resource, own) && !(await collection.has(scope, own));
    const key = isFree ? own : undefined;
    const written = key === undefined ? withoutId(resource, value) : value;
    const record = await records.make(resource, written, { scope, parents: scope, key }).catch(noFreeId);
    if (!record) return;
    await collection.insert(record);
  }
}

/** An id that is an enum of three values is enough for three records. */
function noFreeId(error: unknown): undefined {
  if (error instanceof Refusal) return undefined;
  throw error;
}

/** Does the path parameter take the id? Examples of records and of paths do not always agree. */
function isReachable(schemas: SchemaRegistry, { id: { parameterSchema } }: Resource, key: string): boolean {
  if (!parameterSchema) return true;
  return schemas.validator(parameterSchema, "request").isValid(coerceValue(schemas, parameterSchema.json, key));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
