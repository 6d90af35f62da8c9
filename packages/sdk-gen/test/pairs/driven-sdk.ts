import { type ApiDescription, type JsonSchema, type Operation, type Resource, sampleSchema } from "@onespec/spec-core";
import type { SdkReport } from "../../dist/index.js";
import { callParameters } from "../../src/plan/call-parameters.js";
import { preferred } from "../../src/plan/media-types.js";

type Group = SdkReport["plan"]["groups"][number];
/** No record has it. */
const UNKNOWN = "\u0000";

export type Values = Readonly<Record<string, unknown>>;

/** A generated resource as a caller sees it that does not know which one it is. */
// biome-ignore lint/suspicious/noExplicitAny: what a description makes is not known when the tests are compiled
export type AnyResource = Readonly<Record<string, (...args: any[]) => any>>;

export interface AnswerDrift {
  readonly operation: string;
  readonly issues: readonly { readonly field: string; readonly message: string }[];
}

/** Nothing can be said of the pair, through no fault of the client. */
export class Undecidable extends Error {}

/** A client over a running mock server, and valid arguments for its calls. */
export class DrivenSdk {
  readonly #client: Readonly<Record<string, AnyResource>>;
  readonly #groups: ReadonlyMap<Resource, Group>;
  readonly #api: ApiDescription;
  readonly #drifts: AnswerDrift[];

  /** @param drifts where the client notes answers that differ from the description */
  constructor({ api, plan }: SdkReport, client: Readonly<Record<string, AnyResource>>, drifts: AnswerDrift[]) {
    this.#client = client;
    this.#drifts = drifts;
    this.#api = api;
    this.#groups = new Map(plan.groups.flatMap((group) => (group.resource ? [[group.resource, group]] : [])));
  }

  /** Child resources come first: the records of their parents are removed when their turn comes. */
  get pairs(): readonly Resource[] {
    return this.#api.resources
      .filter((resource) => resource.itemPath !== undefined && this.#groups.has(resource))
      .sort((left, right) => right.parents.length - left.parents.length);
  }

  /** Operations of the resource by the names of its record methods. */
  methods(resource: Resource): Readonly<Partial<Record<string, Operation>>> {
    const { methods = [] } = this.#groups.get(resource) ?? {};
    return Object.fromEntries(methods.flatMap(({ record, name, operation }) => (record ? [[name, operation]] : [])));
  }

  /** The resource below parents that exist. `isGuess`: no client can learn the id of one of them. */
  async below(
    resource: Resource,
  ): Promise<{ readonly target: AnyResource; readonly parents: Values; readonly isGuess: boolean }> {
    const { values: parents, isGuess } = await this.#parentValues(resource, 0);
    return { target: this.#at(resource, parents), parents, isGuess };
  }

  /** May an answer hold that record, and may a client have written the property? */
  allows({ schema }: Resource, record: unknown, property: string): boolean {
    if (this.#isReadOnly(schema.json, property, 0)) return false;
    return this.#api.schemas.validator(schema, "response").isValid(record);
  }

  /** In any of its alternatives: a server may take the record for that one. */
  #isReadOnly(json: JsonSchema, property: string, depth: number): boolean {
    const target = this.#api.schemas.follow(json);
    if (typeof target === "boolean" || depth > 6) return false;
    const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = target;
    const own = Object.hasOwn(properties, property) ? properties[property] : undefined;
    if (own !== undefined && this.#api.schemas.isFlagged(own, "readOnly")) return true;
    return [...allOf, ...anyOf, ...oneOf].some((part) => this.#isReadOnly(part, property, depth + 1));
  }

  /** An id that its maker chooses, as the path can hold it. */
  idFor(resource: Resource, chosen: unknown, seed: string): unknown {
    const { schemas } = this.#api;
    const inPath = this.#idInPath(resource);
    const fits = (value: unknown): boolean => !inPath || schemas.validator(inPath, "request").isValid(value);
    return fits(String(chosen)) || fits(chosen) || !inPath ? chosen : this.#sample(inPath, seed);
  }

  /** Is the item path's parameter one of a few words? Then no more records can be made than there are words. */
  hasFewIds(resource: Resource): boolean {
    const schema = this.#idInPath(resource)?.json;
    const target = schema === undefined ? true : this.#api.schemas.follow(schema);
    return typeof target === "object" && target.enum !== undefined;
  }

  #idInPath(resource: Resource): Resource["id"]["parameterSchema"] | undefined {
    const { get } = this.methods(resource);
    const name = get?.template.parameters.at(-1);
    return get?.parameters.find((one) => one.in === "path" && one.name === name)?.schema ?? resource.id.parameterSchema;
  }

  /** The first difference between the answers since the last call and the description; `undefined` when there is none. */
  takeDrift(): string | undefined {
    const drifts = this.#drifts.splice(0).filter(({ operation }) => this.#canBeRight(operation));
    const [drift] = drifts;
    if (!drift) return undefined;
    return `${drift.operation}: ${drift.issues.map(({ field, message }) => `${field} ${message}`).join(", ")}`;
  }

  /** Some descriptions document no success, or a schema that contradicts itself: then no server can be right. */
  #canBeRight(operation: string): boolean {
    const { responses = [] } = this.#api.operations.find(({ id }) => id === operation) ?? {};
    const answers = responses.filter(({ status }) => /^(2|default)/.test(status));
    const schemas = answers.flatMap(({ content }) => content.flatMap(({ schema }) => schema ?? []));
    const seed = { seed: "1", view: "response" } as const;
    return answers.length > 0 && schemas.every((schema) => sampleSchema(this.#api.schemas, schema, seed).ok);
  }

  /** A valid body, taken apart into the record and what stands beside it. */
  body({ id, requestBody, role }: Operation, seed: string, optional: boolean): { values: unknown; envelope?: Values } {
    const [media] = preferred(requestBody?.content ?? []);
    if (!media?.schema) return { values: undefined };
    const options = { seed, view: "request", optional, examples: !seed.startsWith("again") } as const;
    const sample = sampleSchema(this.#api.schemas, media.schema, options);
    if (!sample.ok) throw new Undecidable(`no valid body for ${id}: ${sample.reason}`);
    const place = "body" in role && role.kind !== "singleton" ? role.body : [];
    const [first] = place;
    if (first === undefined) return { values: sample.value };
    const { [first]: _, ...envelope } = sample.value as Record<string, unknown>;
    return { values: valueAt(sample.value, place), ...(Object.keys(envelope).length > 0 ? { envelope } : {}) };
  }

  /** Values for the required parameters outside of the path. Filters get what the record has. */
  parameters({ id, parameters, role, template }: Operation, resource: Resource, record?: unknown): Values {
    const filters = role.kind === "list" ? role.list.filters : [];
    const calls = callParameters({ parameters } as Operation);
    return Object.fromEntries(
      calls.flatMap(({ parameter, name }) => {
        if (!parameter.required || parameter.in === "path") return [];
        const filter = filters.find((one) => one.parameter === parameter && one.at.length === 0);
        const held = filter && valueAt(record, filter.property);
        if (held !== undefined && held !== null) return [[name, filter?.operator === "in" ? [held] : held] as const];
        return [
          [name, this.#sample(parameter.schema, `${id} ${template.parameters.length} ${resource.name}`)] as const,
        ];
      }),
    );
  }

  #at(resource: Resource, parents: Values): AnyResource {
    const group = this.#groups.get(resource);
    const own = group && this.#client[group.name];
    if (!own) throw new Error(`the client has no ${resource.name}`);
    return resource.parents.length > 0 ? (own as { in(parents: Values): AnyResource }).in(parents) : own;
  }

  async #parentValues({ parents, roles }: Resource, depth: number): Promise<{ values: Values; isGuess: boolean }> {
    let isGuess = false;
    const values: Record<string, unknown> = {};
    for (const { parameter, resource } of parents) {
      const above = resource && this.#groups.has(resource) && depth < 4 ? resource : undefined;
      const outer = Object.fromEntries(
        (above?.parents ?? []).map(({ parameter: name }, at) => [name, Object.values(values)[at]]),
      );
      const found = above && (await this.#anyId(above, outer));
      isGuess ||= found === undefined;
      const operation = roles.create ?? roles.list ?? Object.values(roles)[0];
      const place = parents.findIndex((parent) => parent.parameter === parameter);
      const name = operation?.template.parameters[place];
      const declared = operation?.parameters.find((one) => one.in === "path" && one.name === name);
      values[parameter] = found ?? (declared ? this.#sample(declared.schema, parameter) : "1");
    }
    return { values, isGuess };
  }

  /** The id of a record that is there, or can be made. */
  async #anyId(resource: Resource, parents: Values): Promise<unknown> {
    const { property = [UNKNOWN] } = resource.id;
    const target = this.#at(resource, parents);
    const { find, create } = this.methods(resource);
    try {
      if (find) {
        const records = await method(target, "find")().params(this.parameters(find, resource));
        const id = valueAt(records[0], property);
        if (id !== undefined && id !== null) return id;
      }
      if (!create) return undefined;
      const { values, envelope } = this.body(create, "parent", true);
      const given = { params: this.parameters(create, resource), envelope };
      const { data, headers } = await method(target, "create")(values, given).withResponse();
      return valueAt(data, property) ?? lastSegment(headers.get("location")) ?? valueAt(values, property);
    } catch {
      // The resource's own pair tells what is wrong with it.
      return undefined;
    }
  }

  #sample(schema: Parameters<typeof sampleSchema>[1], seed: string): unknown {
    const sample = sampleSchema(this.#api.schemas, schema, { seed, view: "request" });
    if (!sample.ok) throw new Undecidable(sample.reason);
    return sample.value;
  }
}

export function valueAt(value: unknown, place: readonly string[]): unknown {
  return place.reduce<unknown>(
    (here, name) => (typeof here === "object" && here !== null ? (here as Values)[name] : undefined),
    value,
  );
}

/** The id at the end of a `Location`. */
export function lastSegment(location: string | null): string | undefined {
  const path = location?.split(/[?#]/, 1)[0]?.replace(/\/$/, "");
  const last = path?.split("/").at(-1);
  return last === undefined || last === "" ? undefined : decodeURIComponent(last);
}

export function method(target: AnyResource, name: string): AnyResource[string] {
  const found = target[name];
  if (!found) throw new Error(`the client has no ${name}`);
  return found.bind(target);
}
