import { type Problem, ProblemError } from "@onespec/http-contract";
import { isObject, type Resource, valueAtPlace } from "@onespec/spec-core";
import { addedViolations } from "../behaviour/record/record-guard.js";
import { keyInRecord } from "../behaviour/record/record-key.js";
import { deleteRecord } from "../behaviour/record/write-record.js";
import type { MockContext } from "../model/mock-context.js";
import { pickBy } from "../model/pick-by.js";
import type { ResourceState } from "../model/resource-states.js";
import { relationsOf } from "../relations/relations.js";
import { recordTag } from "../response/answer-headers.js";
import { requiredNames } from "../response/fieldset.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { invalid, notFound, nothingThere } from "./plane-operation.js";

/** Throws a `ProblemError` 412 if the record's tag does not meet the client's precondition. */
type Precondition = ((tag: string | undefined) => void) | undefined;

/**
 * Changes single records directly in the state. The caller gives the record as it is stored, including properties that
 * clients cannot write. It must match the resource's schema. No callbacks or webhooks are sent, and a deletion leaves
 * dependent records alone.
 */
export class RecordEditor {
  readonly #context: MockContext;

  constructor(context: MockContext) {
    this.#context = context;
  }

  /** The resource that owns the records of a collection. @throws ProblemError 404 */
  resourceOf(collection: string): Resource {
    return this.#stateOf(collection).owner;
  }

  async has(collection: string, scope: readonly string[], key: string): Promise<boolean> {
    return this.#stateOf(collection).collection.has(scope, key);
  }

  /** Returns the id in a record, as text. */
  keyOf(collection: string, value: JsonObject): string | undefined {
    return keyInRecord(this.resourceOf(collection), value);
  }

  /** @throws ProblemError 404 */
  async read(name: string, scope: readonly string[], key: string): Promise<StoredRecord> {
    const { collection } = this.#stateOf(name);
    return (await collection.get(scope, key)) ?? absent(name, key);
  }

  /**
   * Creates a record. The server adds missing properties that only it can write, such as the id. @throws ProblemError
   * 409, 422
   */
  async create(name: string, scope: readonly string[], value: JsonObject): Promise<StoredRecord> {
    const { states, records, now } = this.#context;
    const { owner, collection } = this.#stateOf(name);
    const { parents } = owner;
    if (scope.length !== parents.length || scope.includes("")) throw new ProblemError(scopeProblem(owner));
    for (const [index, { resource }] of parents.entries()) {
      const parent = resource && states.of(resource);
      if (parent && !(await parent.collection.has(scope.slice(0, index), scope[index] ?? ""))) {
        throw new ProblemError(noParent(parent.collection.name, scope[index] ?? "", index));
      }
    }
    const key = keyInRecord(owner, value);
    const made = asGiven(owner, value, await records.make(owner, value, { scope, parents: scope, key, now: now() }));
    this.#check(owner, made.value);
    if (await collection.insert(made)) return made;
    const detail = { in: "body", path: `/${owner.id.property?.join("/") ?? ""}`, message: "is taken already" };
    throw new ProblemError({ status: 409, code: "duplicate", message: "Already exists", details: [detail] });
  }

  /** Replaces a record by `change(current)`. No other write can come between. @throws ProblemError 404, 412, 422 */
  async change(
    name: string,
    scope: readonly string[],
    key: string,
    change: (current: JsonObject) => JsonObject,
    precondition?: Precondition,
  ): Promise<StoredRecord> {
    const { owner, collection } = this.#stateOf(name);
    const updated = await collection.update(scope, key, (current) => {
      precondition?.(recordTag(current));
      const value = change(current.value);
      const named = keyInRecord(owner, value);
      if (owner.id.property && keyInRecord(owner, current.value) !== undefined && named !== key) {
        const path = `/${owner.id.property.join("/")}`;
        const message = `must stay ${JSON.stringify(key)}, since it is what the record is found by`;
        throw invalid([{ path, message, keyword: "id", params: {} }]);
      }
      this.#check(owner, value, current.value);
      return value;
    });
    return updated ?? absent(name, key);
  }

  /** @throws ProblemError 404, 412 */
  async remove(name: string, scope: readonly string[], key: string, precondition?: Precondition): Promise<void> {
    const check = (current: StoredRecord): void => precondition?.(recordTag(current));
    const deleted = await deleteRecord(this.#context, this.resourceOf(name), { scope, key }, {}, check);
    if (!deleted) absent(name, key);
  }

  /** Generates a valid record without an id, as a client could create it. @throws ProblemError 404 */
  async sample(name: string): Promise<JsonObject> {
    const { fitting, states } = this.#context;
    const { owner, collection } = this.#stateOf(name);
    const seed = `${owner.stateKey} sample ${(await collection.count()) + 1}`;
    const made = fitting.fit(owner.schema, undefined, { seed, optional: true });
    const value: Record<string, unknown> = isObject(made) ? { ...made } : {};
    // A generated foreign key refers to no record, so the first existing record is used instead.
    const required = requiredNames(this.#context, owner);
    for (const { place, inner, target } of relationsOf(this.#context).from(owner)) {
      const [name] = place;
      if (place.length > 1 || inner !== undefined || typeof name !== "string" || !Object.hasOwn(value, name)) continue;
      const [first] = (await states.of(target).collection.list({ limit: 1 })).records;
      const key = first && target.id.property ? valueAtPlace(first.value, target.id.property) : undefined;
      if (key !== undefined) value[name] = key;
      else if (!required.has(name)) delete value[name];
    }
    const [id] = owner.id.property ?? [];
    const isOwnId = owner.id.property?.length === 1;
    return pickBy(value, (property) => !(isOwnId && property === id));
  }

  #stateOf(name: string): ResourceState {
    const all = [...this.#context.states.all];
    const names = all.map(({ collection }) => collection.name);
    const found = all.find(({ collection }) => collection.name === name);
    if (found) return found;
    throw nothingThere(`No resource is called ${JSON.stringify(name)}`, names);
  }

  /** @param before violations that it had are no reason to refuse */
  #check({ schema }: Resource, value: JsonObject, before?: JsonObject): void {
    const validator = this.#context.schemas.validator(schema, "response");
    if (validator.isValid(value)) return;
    const broken = before ? addedViolations(validator, before, value) : validator.violations(value);
    if (broken.length > 0) throw invalid(broken);
  }
}

function absent(collection: string, key: string): never {
  throw notFound(
    `${collection} has no record ${JSON.stringify(key)}`,
    `Find its key in the list of ${collection}; a record below others also needs their keys as scope.`,
  );
}

/**
 * Keeps properties that normally only the server writes, such as `createdAt` of an imported record. The id and the
 * parents are those of the stored record.
 */
function asGiven({ id, parents }: Resource, given: JsonObject, made: StoredRecord): StoredRecord {
  const placed = new Set([id.property, ...parents.map(({ property }) => property)].map((place) => place?.[0]));
  const own = Object.entries(given).filter(([name]) => !placed.has(name));
  return { ...made, value: { ...made.value, ...Object.fromEntries(own) } };
}

function scopeProblem({ name, parents }: Resource): Problem {
  const names = parents.map(({ parameter }) => parameter);
  const message = names.length === 0 ? `${name} has no parents` : `${name} needs its parents: ${names.join(" and ")}`;
  const hint = `Send "scope": [${names.map((parameter) => `"<${parameter}>"`).join(", ")}].`;
  return {
    status: 422,
    code: "scope",
    message: "Validation failed",
    details: [{ in: "scope", path: "", message, hint }],
  };
}

function noParent(collection: string, key: string, index: number): Problem {
  const message = `${collection} has no record ${JSON.stringify(key)}`;
  const detail = { in: "scope", path: `/${index}`, message, hint: "Create that one first, or name another." };
  return { status: 422, code: "no-parent", message: "Validation failed", details: [detail] };
}
