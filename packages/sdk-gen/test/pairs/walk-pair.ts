import type { Operation, Resource } from "@onespec/spec-core";
import {
  type AnyResource,
  type DrivenSdk,
  lastSegment,
  method,
  Undecidable,
  type Values,
  valueAt,
} from "./driven-sdk.js";

export interface PairFinding {
  /** The collection path. */
  readonly pair: string;
  readonly outcome: "whole" | "broken" | "undecidable";
  /** Where it broke, and how. */
  readonly reason: string;
  readonly steps: readonly string[];
  /** Records can be made and read: the pair says most. */
  readonly full: boolean;
}

/** Takes a pair through what it declares of create, get, find, update, replace, delete and get again, by the client's methods. */
export async function walkPair(sdk: DrivenSdk, resource: Resource): Promise<PairFinding> {
  const walk = new Walk(sdk, resource);
  const { create, get } = sdk.methods(resource);
  const about = { pair: resource.collectionPath, steps: walk.steps, full: Boolean(create && get) };
  try {
    await walk.run();
    const drift = sdk.takeDrift();
    return drift === undefined
      ? { ...about, outcome: "whole", reason: "" }
      : { ...about, outcome: "broken", reason: drift };
  } catch (error) {
    const isAbsent = walk.isGuess && (error as { status?: number }).status === 404;
    const drift = sdk.takeDrift();
    const outcome = (error instanceof Undecidable || isAbsent) && drift === undefined ? "undecidable" : "broken";
    const text = error instanceof Error ? error.message : String(error);
    return { ...about, outcome, reason: `${walk.steps.at(-1)}: ${drift ?? text}` };
  }
}

class Walk {
  readonly steps: string[] = [];
  /** Is it walked below a parent that may not be there? */
  isGuess = false;
  readonly #sdk: DrivenSdk;
  readonly #resource: Resource;
  #target: AnyResource = {};
  #parents: Values = {};

  constructor(sdk: DrivenSdk, resource: Resource) {
    this.#sdk = sdk;
    this.#resource = resource;
  }

  async run(): Promise<void> {
    const { create, get, find, update, replace, delete: remove } = this.#sdk.methods(this.#resource);
    this.steps.push("parents");
    const { target, parents, isGuess } = await this.#sdk.below(this.#resource);
    this.isGuess = isGuess;
    this.#target = target;
    this.#parents = parents;
    const made = create ? await this.#create(create) : await this.#firstOf(find);
    let record = made.record;
    if (get) {
      record = await this.#get(get, made.id);
      this.#holds(made.sent, record);
    }
    if (find) await this.#find(find, made.id, record);
    for (const [name, operation] of Object.entries({ replace, update })) {
      if (!operation) continue;
      const sent = await this.#change(name, operation, made.id, record);
      if (get) this.#holds(sent, await this.#get(get, made.id));
    }
    if (!remove) return;
    this.steps.push("delete");
    const { values: body } = this.#sdk.body(remove, "delete", false);
    await method(this.#target, "delete")(made.id, {
      params: this.#sdk.parameters(remove, this.#resource, record),
      body,
    });
    if (get) await this.#gone(get, made.id);
    else if (find) {
      this.steps.push("find after delete");
      const left = await this.#list(find, record);
      if (left.some((one) => String(this.#idOf(one)) === String(made.id)))
        throw new Error("the record is still listed");
    }
  }

  async #create(operation: Operation): Promise<{ id: unknown; sent: unknown; record: unknown }> {
    this.steps.push("create");
    for (const seed of ["create", "again 1", "again 2", "again 3"]) {
      const { values, envelope } = this.#sdk.body(operation, seed, true);
      const params = this.#sdk.parameters(operation, this.#resource);
      try {
        const sent = fromHere(values, this.#resource, this.#parents, (id) => this.#sdk.idFor(this.#resource, id, seed));
        const { data, headers } = await method(this.#target, "create")(sent, { params, envelope }).withResponse();
        const id = this.#idOf(data) ?? lastSegment(headers.get("location")) ?? this.#idOf(sent);
        if (id === undefined || id === null) throw new Undecidable("the answer is documented without an id");
        return { id, sent, record: data };
      } catch (error) {
        // Another of these exists: that is the server's right.
        if ((error as { status?: unknown }).status !== 409) throw error;
      }
    }
    if (this.#sdk.hasFewIds(this.#resource)) throw new Undecidable("the item path takes one of a few words, no id");
    throw new Error("409 to four different records");
  }

  async #firstOf(find: Operation | undefined): Promise<{ id: unknown; sent: unknown; record: unknown }> {
    if (!find) throw new Undecidable("neither a list nor a create");
    this.steps.push("find any");
    const [record] = await this.#list(find, undefined);
    const id = this.#idOf(record);
    if (id === undefined) throw new Undecidable("the list shows no id");
    return { id, sent: {}, record };
  }

  async #get(operation: Operation, id: unknown): Promise<unknown> {
    this.steps.push("get");
    return await method(this.#target, "get")(id, { params: this.#sdk.parameters(operation, this.#resource) });
  }

  async #list(find: Operation, record: unknown): Promise<unknown[]> {
    return await method(this.#target, "find")().params(this.#sdk.parameters(find, this.#resource, record));
  }

  /** All of them, then a filter, an order and a limit, judged by hand over all. */
  async #find(find: Operation, id: unknown, record: unknown): Promise<void> {
    this.steps.push("find");
    const params = this.#sdk.parameters(find, this.#resource, record);
    const all = await this.#list(find, record);
    const mine = all.find((one) => String(this.#idOf(one)) === String(id));
    if (mine === undefined && all.some((one) => this.#idOf(one) !== undefined) && Object.keys(params).length === 0)
      throw new Error(`${String(id)} is not among the ${all.length} listed`);
    const sample = mine ?? all[0];
    for (const [name, value] of Object.entries(isObject(sample) ? sample : {})) {
      if (!isFilter(value) || name === this.#resource.id.property?.[0]) continue;
      const wanted = all.filter((one) => (one as Values)[name] === value);
      this.steps.push(`find by ${name}`);
      const query = (): AnyResource => method(this.#target, "find")({ where: { [name]: value } }).params(params);
      // A property that the description does not declare is rejected before anything is sent.
      if (!declares(query)) continue;
      const found = (await query().sort?.(`${name} DESC`).limit(2)) as unknown[];
      if (found.length !== Math.min(2, wanted.length) || found.some((one) => (one as Values)[name] !== value))
        throw new Error(`${found.length} of ${wanted.length} with ${name} ${JSON.stringify(value)}`);
      const counted = await query().count?.();
      if (counted !== wanted.length) throw new Error(`count is ${counted}, not ${wanted.length}`);
      return;
    }
  }

  async #change(name: string, operation: Operation, id: unknown, record: unknown): Promise<unknown> {
    this.steps.push(name);
    const { values, envelope } = this.#sdk.body(operation, "change", true);
    const kept = keepIdentity(values, record, this.#resource);
    const params = this.#sdk.parameters(operation, this.#resource, record);
    await method(this.#target, name)(id, kept, { params, envelope });
    return kept;
  }

  async #gone(operation: Operation, id: unknown): Promise<void> {
    this.steps.push("get after delete");
    const params = this.#sdk.parameters(operation, this.#resource);
    const answer = await method(this.#target, "get")(id, { params }).then(
      () => "the record",
      (error: { status?: number }) => error.status ?? error,
    );
    if (answer !== 404 && answer !== 410) throw new Error(`answers ${String(answer)}, not 404`);
  }

  /** Scalars that both hold, in the same type, are the same, unless the answer's schema does not allow it. */
  #holds(sent: unknown, record: unknown): void {
    if (!isObject(sent) || !isObject(record)) return;
    const ids = [this.#resource.id.property, ...this.#resource.parents.map(({ property }) => property)];
    for (const [name, value] of Object.entries(sent)) {
      const held = record[name];
      if (ids.some((place) => place?.[0] === name)) continue;
      if (!isFilter(value) || typeof held !== typeof value || held === value || isInstant(value)) continue;
      if (this.#sdk.allows(this.#resource, { ...record, [name]: value }, name))
        throw new Error(`${name} was sent as ${JSON.stringify(value)} and is ${JSON.stringify(held)}`);
    }
  }

  #idOf(record: unknown): unknown {
    const { property } = this.#resource.id;
    return property && valueAt(record, property);
  }
}

/** A new record is of the parents it is made below, and an id that its maker chooses is one that a path can hold. */
function fromHere(
  values: unknown,
  { id, parents }: Resource,
  given: Values,
  ownId: (chosen: unknown) => unknown,
): unknown {
  if (!isObject(values)) return values;
  let result = values;
  const [own, ...deeper] = id.property ?? [];
  if (own !== undefined && deeper.length === 0 && result[own] !== undefined)
    result = { ...result, [own]: ownId(result[own]) };
  for (const { parameter, property } of parents) {
    const [name, ...rest] = property ?? [];
    if (name !== undefined && rest.length === 0 && result[name] !== undefined)
      result = { ...result, [name]: given[parameter] };
  }
  return result;
}

/** A changed record keeps its id and its parents. */
function keepIdentity(values: unknown, record: unknown, { id, parents }: Resource): unknown {
  if (!isObject(values)) return values;
  const places = [id.property, ...parents.map(({ property }) => property)].filter((place) => place !== undefined);
  let result = values;
  for (const place of places) {
    const [first, ...rest] = place;
    const held = valueAt(record, place);
    if (first === undefined || valueAt(result, place) === undefined || held === undefined) continue;
    result = {
      ...result,
      [first]: rest.length === 0 ? held : rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), held),
    };
  }
  return result;
}

function isInstant(value: unknown): boolean {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}

function isFilter(value: unknown): boolean {
  return (typeof value === "string" && value !== "") || typeof value === "number" || typeof value === "boolean";
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function declares(query: () => unknown): boolean {
  try {
    query();
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === "VALIDATION_FAILED") return false;
    throw error;
  }
}
