import { boundsLeftOut, CHOICES } from "@onespec/http-contract";
import {
  type ApiDescription,
  getOrMake,
  type JsonSchema,
  type ObjectProperty,
  type Operation,
  objectProperties,
  requiredNames,
  type SchemaRegistry,
  type SchemaViolation,
  schemaShape,
} from "@onespec/spec-core";
import type { ServiceContext } from "../action/action.js";
import { DeclaredMembers } from "../action/declared-members.js";
import { HttpError } from "../action/reply.js";
import type { Row } from "../database/repository.js";
import type { Entity } from "../entity/entity.js";
import { hasDefault } from "../entity/has-default.js";
import { DatabaseError, type FieldViolation } from "../errors/database-error.js";
import { didYouMean, sentence } from "../text/phrases.js";
import { toldValue } from "./complete-record.js";
import { type ContractList, type ContractOptions, parametersOf } from "./contract-options.js";
import { contractOf, namedSchemas } from "./contract-schemas.js";
import { definedMembers, isJsonObject, memberOf, pick } from "./nested-members.js";
import { ownOperations, type RecordRole } from "./own-operations.js";

type WriteKind = "create" | "update" | "replace";
type Query = Readonly<Record<string, unknown>>;

/**
 * Validates the arguments of a contract service with the application's actions and schemas. Code may call the service
 * without a request.
 */
export class SentRecords {
  readonly #context: Pick<ServiceContext, "schemas">;
  readonly #options: ContractOptions;
  readonly #entity: Entity;
  /** The fields of members that have another name in requests. */
  readonly #names: ReadonlyMap<string, string>;
  #facts: Promise<Facts> | undefined;

  constructor(context: Pick<ServiceContext, "schemas">, options: ContractOptions, entity: Entity) {
    this.#context = context;
    this.#options = options;
    this.#names = new Map(Object.entries(options.names ?? {}));
    this.#entity = entity;
  }

  #readFacts(): Promise<Facts> {
    const { resource = this.#entity.table, shapes = [] } = this.#options;
    this.#facts ??= contractOf(this.#context).then((contract) => readFacts(contract, resource, shapes));
    return this.#facts;
  }

  /** @param sent without the members that only the server sets @throws DatabaseError VALUE_REFUSED with every member at fault */
  async check(kind: WriteKind, sent: unknown, own: Row = {}): Promise<void> {
    const { rest, id, parents = [] } = this.#options;
    // An optional body that is absent has no mistakes.
    if (sent === undefined && Object.keys(own).length === 0) return;
    if (sent !== undefined && !isJsonObject(sent))
      throw refusedValues(this.#entity, [{ reason: "a record is an object" }]);
    const facts = await this.#readFacts();
    const fieldOf = (member: string): string => this.#names.get(member) ?? member;
    const record: Row = { ...sent, ...own };
    const problems: FieldViolation[] = [];
    const [request] = facts.requests[kind]
      .map((each) => ({
        each,
        violations: violationsOf(facts.schemas, each, record, kind),
        declared: Object.keys(record).filter((member) => each.names.has(member)).length,
      }))
      .toSorted((a, b) => a.violations.length - b.violations.length || b.declared - a.declared);
    const isOpen = rest !== undefined || request?.each.members.isOpen === true;
    const fields = this.#entity.fields.map(({ name }) => name).filter((name) => name !== rest);
    const placed = [id, ...parents].flatMap(({ place }) => place?.[0] ?? []);
    const known = [...new Set([...(request?.each.names ?? []), ...facts.properties.keys(), ...fields, ...placed])];
    for (const [member, value] of Object.entries(record)) {
      if (value === undefined) continue;
      const isOwn = own[member] !== undefined;
      const property = facts.properties.get(fieldOf(member));
      if (request?.each.names.has(member) && !isOwn) {
        const beyond =
          property && !property.writeOnly ? beyondOf(facts.schemas, request.each, member, property)(value) : [];
        problems.push(...beyond.map(({ path, message }) => ({ field: `${member}${path}`, reason: message })));
        continue;
      }
      // A hash is longer than the password that a client may send.
      if (isOwn && (property === undefined || property.writeOnly) && request?.each.names.has(member)) continue;
      if (property !== undefined) {
        const { schemas } = facts;
        const validator = schemas.validator(schemas.schemaOf(property.schema), "response");
        for (const { path, message } of validator.violations(value))
          problems.push({ field: `${member}${path}`, reason: message });
      } else if (!isOpen && !known.includes(member)) {
        const next = didYouMean(member, known) || `; there are ${known.join(", ")}`;
        problems.push({ field: member, reason: `is not a property of the record${next}` });
      }
    }
    for (const { path, message: reason } of request?.violations ?? [])
      if (own[fieldOf(memberOf({ path }))] === undefined)
        problems.push(path === "" ? { reason } : { field: path.slice(1), reason });
    // The actions of the resource declare no request.
    if (request === undefined && kind !== "update") problems.push(...this.#missing(facts, record));
    if (problems.length > 0) throw refusedValues(this.#entity, problems);
  }

  #missing({ schemas, properties }: Facts, record: Row): FieldViolation[] {
    const { id, parents = [], readOnly = [] } = this.#options;
    const { fields, timestamps } = this.#entity;
    const filled = new Set([
      ...[id, ...parents].map(({ field }) => field),
      ...Object.values(timestamps),
      ...readOnly,
      ...fields.filter((field) => hasDefault(field) || field.autoIncrement).map(({ name }) => name),
    ]);
    return [...properties.values()].flatMap(({ name, required, readOnly: isLocked, schema }) => {
      const isSet = isLocked || filled.has(name) || record[name] !== undefined;
      return required && !isSet && toldValue(schemas, schema) === undefined
        ? [{ field: name, reason: "is required" }]
        : [];
    });
  }

  /** The record with its ids in the objects that answers show: `author: 7` as `author: { id: 7 }`, also in lists. */
  async withObjects(record: Row): Promise<Row> {
    const { embedded } = await this.#readFacts();
    if (!Object.keys(record).some((member) => embedded.has(member))) return record;
    return Object.fromEntries(
      Object.entries(record).map(([member, value]) => {
        const id = embedded.get(member);
        const held = (one: unknown): unknown =>
          id !== undefined && (typeof one === "string" || typeof one === "number") ? { [id]: one } : one;
        return [member, Array.isArray(value) ? value.map(held) : held(value)];
      }),
    );
  }

  /** @throws HttpError 400 for a parameter that the list does not have */
  async checkQuery(query: Query, asked: ContractList): Promise<void> {
    const names = Object.keys(query).filter((parameter) => query[parameter] !== undefined);
    const own = parametersOf(asked);
    if (names.every((parameter) => own.has(parameter))) return;
    const { list = {}, views = {} } = this.#options;
    const lists = [list, ...Object.values(views).flatMap((view) => view.list ?? [])];
    const { query: declared } = await this.#readFacts();
    const known = [...new Set([...own, ...lists.flatMap((each) => [...parametersOf(each)]), ...declared])];
    const unknown = names.filter((parameter) => !known.includes(parameter));
    if (unknown.length === 0) return;
    const details = unknown.map((parameter) => {
      const next = didYouMean(parameter, known) || `; it has ${known.join(", ") || "none"}`;
      const message = `the list of ${this.#entity.name} has no parameter ${parameter}${next}`;
      return { in: "query", path: `/${parameter}`, message, keyword: "field" };
    });
    throw new HttpError(400, "Validation failed", { details });
  }

  /** True if answers or requests declare the property. */
  async isDeclared(member: string): Promise<boolean> {
    const { properties, requests } = await this.#readFacts();
    const all = Object.values(requests).flat();
    return properties.has(member) || all.some(({ names }) => names.has(member));
  }
}

/** The record inside a request of the resource. */
interface RequestRecord {
  readonly json: JsonSchema;
  readonly members: DeclaredMembers;
  readonly names: ReadonlySet<string>;
  /** Checks of values that no answer could show, by member. */
  readonly beyond: Map<string, ReturnType<typeof boundsLeftOut>>;
}

interface Facts {
  readonly schemas: SchemaRegistry;
  readonly requests: Readonly<Record<WriteKind, readonly RequestRecord[]>>;
  /** The properties that answers declare. */
  readonly properties: ReadonlyMap<string, ObjectProperty>;
  /** For properties that contain an object with an id, or a list of such objects: the name of the id. */
  readonly embedded: ReadonlyMap<string, string>;
  /** The query parameters of the resource's operations, and the properties of the bodies of its searches. */
  readonly query: ReadonlySet<string>;
}

function readFacts(description: ApiDescription, resource: string, shapes: readonly string[]): Facts {
  const { resources, schemas } = description;
  const own = ownOperations(description, resource);
  const requestsOf = (kind: WriteKind): RequestRecord[] =>
    own.flatMap(({ operation, role }) => (role.kind === kind ? requestRecords(schemas, operation, role) : []));
  const properties = new Map<string, ObjectProperty>();
  for (const { json } of namedSchemas(schemas, shapes)) {
    for (const property of objectProperties(schemas, json).values())
      if (!properties.has(property.name)) properties.set(property.name, property);
  }
  const [replaced, updated] = [requestsOf("replace"), requestsOf("update")];
  const query = own.flatMap(({ operation, role }) => {
    const body = role.kind === "view" && role.search ? (operation.requestBody?.content[0]?.schema?.json ?? true) : true;
    const inQuery = operation.parameters.filter((one) => one.in === "query");
    return [...inQuery.map((parameter) => parameter.name), ...objectProperties(schemas, body).keys()];
  });
  return {
    schemas,
    // A `PUT` may be the only update.
    requests: { create: requestsOf("create"), update: updated.length > 0 ? updated : replaced, replace: replaced },
    properties,
    embedded: embeddedIn(schemas, properties, [...resources.flatMap(({ id }) => id.property?.[0] ?? []), "id"]),
    query: new Set(query),
  };
}

function embeddedIn(
  schemas: SchemaRegistry,
  properties: Facts["properties"],
  ids: readonly string[],
): Facts["embedded"] {
  const found = [...properties.values()].flatMap(({ name, schema }): [string, string][] => {
    const { items } = schemaShape(schemas, schema);
    const { types, properties: inner } = schemaShape(schemas, items ?? schema);
    const id = ids.find((one) => inner.has(one));
    const isObject = types.has("object") && !["string", "number", "integer"].some((type) => types.has(type));
    return id !== undefined && isObject ? [[name, id]] : [];
  });
  return new Map(found);
}

function requestRecords(schemas: SchemaRegistry, { requestBody }: Operation, role: RecordRole): RequestRecord[] {
  if (!("body" in role)) return [];
  return (requestBody?.content ?? []).flatMap(({ schema }): RequestRecord[] => {
    let json: JsonSchema | undefined = schema?.json;
    for (const name of role.body)
      json = json === undefined ? undefined : objectProperties(schemas, json).get(name)?.schema;
    if (role.many && json !== undefined) {
      const list = schemas.follow(json);
      if (typeof list === "object" && list.items !== undefined) json = list.items;
    }
    // A JSON Patch is a list, and a file is a text.
    const target = schemas.follow(json ?? true);
    const types = typeof target === "object" && target.type !== undefined ? [target.type].flat() : ["object"];
    if (json === undefined || !types.includes("object")) return [];
    const names = new Set([...objectProperties(schemas, json).keys(), ...requiredNames(schemas, json)]);
    return [{ json, members: new DeclaredMembers(schemas, [json]), names, beyond: new Map() }];
  });
}

function beyondOf(
  schemas: SchemaRegistry,
  { json, beyond }: RequestRecord,
  member: string,
  { schema }: ObjectProperty,
): ReturnType<typeof boundsLeftOut> {
  return getOrMake(beyond, member, () =>
    boundsLeftOut(schemas, objectProperties(schemas, json).get(member)?.schema ?? true, schema, CHOICES),
  );
}

/** The violations of the request's schema. An update by code may leave out members that a request must send. */
function violationsOf(
  schemas: SchemaRegistry,
  { json, members, names }: RequestRecord,
  record: Row,
  kind: WriteKind,
): readonly SchemaViolation[] {
  const declared = members.of(definedMembers(record)) as Row;
  const part = members.isOpen ? declared : pick(declared, [...names]);
  const found = schemas.validator(schemas.schemaOf(json), "request").violations(part);
  if (kind !== "update") return found;
  return found.filter(({ path, keyword }) => path !== "" && !(keyword === "required" && path.lastIndexOf("/") === 0));
}

/** The error of rejected values, with every one of them. */
export function refusedValues(
  { name }: Entity,
  violations: readonly FieldViolation[],
  {
    fields = violations.flatMap(({ field }) => field ?? []),
    cause,
  }: { fields?: readonly string[]; cause?: unknown } = {},
): DatabaseError {
  const text = violations
    .map(({ field, reason }) => `${name}${field === undefined ? ":" : `.${field.replaceAll("/", ".")}`} ${reason}`)
    .join("; ");
  return new DatabaseError("VALUE_REFUSED", sentence(text), { fields, violations, cause });
}
