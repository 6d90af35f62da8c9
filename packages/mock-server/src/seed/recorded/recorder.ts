import { isNestedDeeper } from "@onespec/http-contract";
import {
  type ApiDescription,
  getOrMake,
  isObject,
  type Operation,
  type OperationRole,
  objectProperties,
  parsePointer,
  type Resource,
  type Schema,
  type SingletonRole,
  sampleSchema,
  valueAtPlace,
} from "@onespec/spec-core";
import { keyInRecord } from "../../behaviour/record/record-key.js";
import { stateOwners } from "../../behaviour/record/resource-state.js";
import { singletonSchema } from "../../behaviour/record/singleton-document.js";
import type { SeedProblem } from "../../errors/options-error.js";
import { filledPath } from "../../model/state-key.js";
import type { JsonObject } from "../../store/record-store.js";
import { planSeeds } from "../given/plan-seeds.js";
import { unlinedFile } from "../given/read-seed-folder.js";

/** A request to a real server and its answer, as far as recording needs them. */
export interface RecordedExchange {
  readonly operation: Operation | undefined;
  /** Values of the path's parameters, in the order of the path. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly status: number;
  readonly json: unknown;
}

/** Records of real answers, as seeds. */
export interface Recording {
  /** Records by resource name. */
  readonly seeds: Readonly<Record<string, readonly JsonObject[]>>;
  /** Documents by path. */
  readonly documents: Readonly<Record<string, unknown>>;
  /** Records, and properties that are null, that the description does not allow, with the reason. */
  readonly leftOut: readonly string[];
  /** Required properties that answers lacked, each with the value that was filled in, and the number of records. */
  readonly filled: ReadonlyMap<string, number>;
  /** Locations of masked values: `users/password`. */
  readonly masked: readonly string[];
}

interface Kept {
  readonly scope: readonly string[];
  readonly record: JsonObject;
  /** The last version that its schema allows. `undefined`: none. */
  readonly valid: JsonObject | undefined;
}

/** A record that may be written to the seeds. */
interface Draft {
  readonly resource: Resource;
  readonly scope: readonly string[];
  readonly value: JsonObject;
  /** An earlier version that its schema allows. */
  readonly before: JsonObject | undefined;
}

type Api = Pick<ApiDescription, "operations" | "resources" | "schemas">;

/** Collects records by resource and id. Keeps the last version of each record, and drops deleted ones. */
export class Recorder {
  readonly #api: Api;
  readonly #owners: ReadonlyMap<string, Resource>;
  readonly #records = new Map<Resource, Map<string, Kept>>();
  /** Operations that removed records without naming them. */
  readonly #unclear = new Set<string>();
  /** The last valid state of each document that was seen, by path. */
  readonly #documents = new Map<string, { readonly role: SingletonRole; readonly value: unknown }>();
  /** Paths of documents whose last answer cannot be recorded, each with the reason. */
  readonly #lostDocuments = new Map<string, string>();
  readonly #masked = new Set<string>();
  readonly #leftOut: string[] = [];
  readonly #nulls = new Set<string>();
  readonly #filled = new Map<string, number>();
  /** Resources, parents and ids of skipped records. */
  readonly #lost = new Set<string>();

  constructor(api: Api) {
    this.#api = api;
    this.#owners = stateOwners(api.resources);
  }

  add({ operation, parameters, status, json }: RecordedExchange): void {
    if (operation === undefined || status < 200 || status >= 300) return;
    const { role, method, path } = operation;
    // Code that reads schemas and records is recursive.
    if (isNestedDeeper(json)) {
      this.#unclear.add(`${method.toUpperCase()} ${path}, whose answer is nested more than 500 levels deep`);
      return;
    }
    const values = Object.values(parameters);
    if (role.kind === "operation" && role.removes) this.#removeMany(operation, role.removes, values, json);
    switch (role.kind) {
      case "list":
      case "view": {
        const { resource, list } = role;
        const items = list.shape.kind === "array" ? json : valueAtPlace(json, list.shape.itemsAt);
        // The path of a view does not show whose records it lists.
        const isUnclear = role.kind === "view" && resource.parents.length > 0;
        if (!Array.isArray(items) || isUnclear || values.length < resource.parents.length) return;
        for (const item of items) this.#keep(resource, values, valueAtPlace(item, list.item));
        break;
      }
      case "create":
      case "replace":
      case "update":
      case "read":
      case "action": {
        const { resource, reply } = role;
        if (reply) this.#keep(resource, values, valueAtPlace(json, reply));
        break;
      }
      case "delete":
        this.#remove(role.resource, values);
        break;
      case "singleton":
        if (role.named.length > 0)
          this.#unclear.add(
            `${operation.path}, whose document is named by ${role.named.join(" and ")}: the mock makes its own`,
          );
        else this.#keepDocument(role, filledPath(role.key, parameters), json);
        break;
      case "operation": {
        const { removes, counts, exists, writes, batch, acts, mixes, set } = role;
        const isOfRecords = removes ?? counts ?? exists ?? writes ?? batch ?? acts ?? mixes ?? set;
        if (operation.method === "get" && !isOfRecords && isObject(json))
          this.#unclear.add(
            `GET ${operation.path}, whose answer holds no record of a resource: the mock makes its own`,
          );
        break;
      }
    }
  }

  /** @param values of the path, the id last */
  #remove(resource: Resource, values: readonly string[]): void {
    const owner = this.#owner(resource);
    this.#records.get(owner)?.delete(keyOf(owner === resource ? values : values.slice(-1)));
  }

  /** Removes the records that the answer of a bulk deletion names. */
  #removeMany(
    { method, path }: Operation,
    { resource, list }: NonNullable<OperationRole["removes"]>,
    values: readonly string[],
    json: unknown,
  ): void {
    const items = list.shape.kind === "array" ? json : valueAtPlace(json, list.shape.itemsAt);
    const ids = (Array.isArray(items) ? items : []).map((item) => keyInRecord(resource, valueAtPlace(item, list.item)));
    for (const id of ids) if (id !== undefined) this.#remove(resource, [...values, id]);
    const isClear = Array.isArray(items) && !ids.includes(undefined);
    if (!isClear && this.#records.has(this.#owner(resource)))
      this.#unclear.add(
        `${method.toUpperCase()} ${path}, whose answer does not name the ${resource.name} that it removed: they are still recorded`,
      );
  }

  /** @param values path parameters, those of the parents first */
  #keep(resource: Resource, values: readonly string[], value: unknown): void {
    const id = keyInRecord(resource, value);
    if (!isObject(value) || id === undefined) return;
    const scope = values.slice(0, resource.parents.length);
    const owner = this.#owner(resource);
    // If several resources share a record, it is stored for the one with the fewest parents.
    const own = owner === resource ? scope : [];
    if (owner.parents.length !== own.length) return;
    const records = this.#records.get(owner) ?? new Map<string, Kept>();
    this.#records.set(owner, records);
    const key = keyOf([...own, id]);
    const before = records.get(key);
    // A list may show fewer properties than a single record, so the versions are merged.
    const record = { ...before?.record, ...value };
    const { isValid } = this.#api.schemas.validator(owner.schema, "response");
    const valid = [record, { ...before?.valid, ...value }].find((state) => isValid(state)) ?? before?.valid;
    records.set(key, { scope: own, record, valid });
  }

  #keepDocument(role: SingletonRole, path: string, json: unknown): void {
    this.#lostDocuments.delete(path);
    if (role.part === "delete") {
      this.#documents.delete(path);
      return;
    }
    const { schemas } = this.#api;
    const schema = singletonSchema(schemas, role.operations);
    const value = role.reply && valueAtPlace(json, role.reply);
    const declared = schema === undefined ? undefined : objectProperties(schemas, schema.json);
    // The answer to a write may be something other than the document, such as a message.
    const isShown =
      role.part === "read" || (isObject(value) && Object.keys(value).every((name) => declared?.has(name) === true));
    const plain = isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) : value;
    const validator = schema && schemas.validator(schema, "response");
    const valid = [value, plain].find((state) => state !== undefined && validator?.isValid(state) !== false);
    if (isShown && valid !== undefined) this.#documents.set(path, { role, value: valid });
    else if (!isShown) this.#lostDocuments.set(path, "it was not read after it was written");
    else this.#lostDocuments.set(path, validator?.violations(value)[0]?.message ?? "the answer is no JSON");
  }

  #owner(resource: Resource): Resource {
    return this.#owners.get(resource.stateKey) ?? resource;
  }

  finish(): Recording {
    let drafts = [...this.#records].flatMap(([resource, records]) =>
      [...records.values()].flatMap((kept) => this.#draftOf(resource, kept)),
    );
    // Removing a record may make its children invalid, so the check is repeated.
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const problems = this.#problemsOf(drafts);
      if (problems.size === 0) break;
      drafts = drafts.flatMap((draft) => this.#corrected(draft, problems.get(draft) ?? []));
    }
    const documents: Record<string, unknown> = {};
    for (const [path, { role, value }] of this.#documents) {
      const shown = this.#withoutSecrets(singletonSchema(this.#api.schemas, role.operations), path, value);
      if (shown === undefined) this.#leftOut.push(`the document at ${path} cannot be masked`);
      else documents[path] = shown;
    }
    for (const [path, reason] of this.#lostDocuments)
      this.#leftOut.push(`the last answer with the document at ${path}: ${reason}`);
    return {
      seeds: Object.fromEntries([...this.#byName(drafts)].map(([name, own]) => [name, own.map(seedOf)])),
      documents,
      leftOut: [...this.#unclear, ...this.#nulls, ...this.#leftOut],
      filled: this.#filled,
      masked: [...this.#masked].sort(),
    };
  }

  #draftOf(resource: Resource, { scope, record, valid }: Kept): Draft[] {
    const mask = (value: JsonObject): JsonObject | undefined => {
      const shown = this.#withoutSecrets(resource.schema, resource.name, value);
      return isObject(shown) ? shown : undefined;
    };
    const value = mask(record);
    const before = valid && valid !== record ? mask(valid) : undefined;
    if (value) return [{ resource, scope, value, before }];
    this.#leftOut.push(`${resource.name}: ${keyInRecord(resource, record)} cannot be masked`);
    return [];
  }

  #byName(drafts: readonly Draft[]): ReadonlyMap<string, readonly Draft[]> {
    const resources = [...this.#records.keys()];
    return new Map(resources.map((one) => [one.name, drafts.filter(({ resource }) => resource === one)]));
  }

  /** Finds the problems of each record. */
  #problemsOf(drafts: readonly Draft[]): ReadonlyMap<Draft, readonly SeedProblem[]> {
    const groups = this.#byName(drafts);
    const files = [...groups].map(([name, own]) => unlinedFile(name, name, own.map(seedOf)));
    const found = new Map<Draft, SeedProblem[]>();
    for (const problem of planSeeds(this.#api, files, 0).problems) {
      const [index] = parsePointer(problem.location.pointer);
      const draft = groups.get(problem.location.file)?.[Number(index)];
      if (draft) getOrMake(found, draft, () => []).push(problem);
    }
    return found;
  }

  /** Returns the record without these problems. If that is impossible, returns its last valid version, or nothing. */
  #corrected(draft: Draft, problems: readonly SeedProblem[]): Draft[] {
    const { resource, scope, before } = draft;
    const { name: of } = resource;
    const reasons: string[] = [];
    let { value } = draft;
    for (const { message, location } of problems) {
      const [index, name, ...rest] = parsePointer(location.pointer);
      // Servers often answer null although their description does not allow it.
      const isNull = name !== undefined && rest.length === 0 && value[name] === null;
      if (isNull) this.#nulls.add(`${of}: ${name} where it is null, which the description does not allow`);
      if (name !== undefined && rest.length === 0 && (isNull || message.endsWith("is not declared"))) {
        const { [name]: _, ...others } = value;
        value = others;
        continue;
      }
      const isMissing = name !== undefined && message.endsWith(" is required") && !before;
      const whole = isMissing ? this.#withRequired(resource, value, [name, ...rest]) : undefined;
      if (whole === undefined) reasons.push(message.replace(`/${index}`, "").trim());
      else {
        const place = [name, ...rest.map((part) => (/^\d+$/.test(part) ? "*" : part))].join("/");
        const told = `${of}: ${place} is ${JSON.stringify(valueAtPlace(whole, [name ?? "", ...rest]))}`;
        this.#filled.set(told, (this.#filled.get(told) ?? 0) + 1);
        value = whole;
      }
    }
    if (reasons.length === 0) return [{ ...draft, value }];
    const id = keyInRecord(resource, value) ?? "without an id";
    if (before) {
      this.#leftOut.push(`the last answer with ${of} ${id}, the one before it is recorded: ${reasons.join("; ")}`);
      return [{ resource, scope, value: before, before: undefined }];
    }
    const above = resource.parents.at(-1)?.resource;
    const parent = above && this.#owner(above).name;
    const isParentLost = this.#lost.has(keyOf([parent ?? "", ...scope]));
    const reason = isParentLost ? `${parent} ${scope.at(-1)}, to which it belongs, is skipped` : reasons.join("; ");
    this.#leftOut.push(`${of} ${id}: ${reason}`);
    this.#lost.add(keyOf([of, ...scope, id]));
    return [];
  }

  /** Returns the record with a required property added that it lacked. The value is as empty as the schema allows. */
  #withRequired(resource: Resource, record: JsonObject, place: readonly string[]): JsonObject | undefined {
    const { schemas } = this.#api;
    const [top = "", ...rest] = place;
    const json = objectProperties(schemas, resource.schema.json).get(top)?.schema;
    if (json === undefined) return undefined;
    const schema = schemas.schemaOf(json);
    const { isValid } = schemas.validator(schema, "response");
    const empty = rest.length === 0 ? [null, [], {}, "", 0, false].find((value) => isValid(value)) : undefined;
    if (empty !== undefined) return { ...record, [top]: empty };
    const options = { view: "response", seed: resource.name, examples: false, optional: false } as const;
    const sample = sampleSchema(schemas, schema, rest.length === 0 ? options : { ...options, base: record[top] });
    return sample.ok && valueAtPlace(sample.value, rest) !== undefined ? { ...record, [top]: sample.value } : undefined;
  }

  /**
   * Returns the value with its secrets masked. It still matches its schema, or is `undefined` if that is impossible.
   */
  #withoutSecrets(schema: Schema | undefined, place: string, value: unknown): unknown {
    const shown = maskIn(value, place, this.#masked);
    const { schemas } = this.#api;
    const was = schema && schemas.validator(schema, "response");
    if (!schema || !was?.isValid(value) || was.isValid(shown)) return shown;
    const options = { view: "response", seed: place, base: shown, examples: false, optional: false } as const;
    const sample = sampleSchema(schemas, schema, options);
    return sample.ok ? sample.value : undefined;
  }
}

const MOST_ROUNDS = 20;

function seedOf({ scope, value }: Draft): JsonObject {
  return scope.length === 0 ? value : { ...value, $scope: scope };
}

function keyOf(values: readonly string[]): string {
  return JSON.stringify(values);
}

/** Names of properties whose values must not end up in a repository. */
const SECRET =
  /pass(?:word|wd|phrase|code)|secret|(?:^|_)(?:access|refresh|auth|id|bearer|session|csrf)?_?token$|api_?key|private_?key|credential|authorization|(?:^|_)ssn$|social_?security|card_?number|(?:^|_)(?:cvv|cvc|iban|pin|otp)$/;
/** Texts that are credentials under any property name: JSON web tokens, PEM keys and well-known key formats. */
const SECRET_TEXT =
  /^eyJ[\w-]+\.eyJ[\w-]+\.|-----BEGIN [A-Z ]*PRIVATE KEY-----|^(?:sk|pk|rk)_(?:live|test)_|^gh[pousr]_\w{20}|^AKIA[A-Z0-9]{16}$|^xox[abprs]-/;

function maskIn(value: unknown, place: string, places: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => maskIn(item, place, places));
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const isSecret = SECRET.test(name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|-/g, "_").toLowerCase());
        if (!isSecret || inner === null || typeof inner === "boolean")
          return [name, maskIn(inner, `${place}/${name}`, places)];
        places.add(`${place}/${name}`);
        return [name, typeof inner === "number" ? 0 : "masked"];
      }),
    );
  }
  if (typeof value !== "string" || !SECRET_TEXT.test(value)) return value;
  places.add(place);
  return "masked";
}
