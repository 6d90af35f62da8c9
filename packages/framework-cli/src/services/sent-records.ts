import {
  type ApiDescription,
  type JsonSchema,
  type ObjectProperty,
  type Operation,
  objectProperties,
  type Role,
  requiredNames,
  type SchemaRegistry,
  type SchemaViolation,
} from "@onespec/spec-core";
import type { ServiceContext } from "../action/action.js";
import { DeclaredMembers } from "../action/declared-members.js";
import { HttpError } from "../action/reply.js";
import type { Row } from "../database/repository.js";
import type { Entity } from "../entity/entity.js";
import { DatabaseError, type FieldViolation } from "../errors/database-error.js";
import { didYouMean, sentence } from "../text/phrases.js";
import { toldValue } from "./complete-record.js";
import { type ContractList, type ContractOptions, parametersOf } from "./contract-options.js";
import { contractOf, namedSchemas } from "./contract-schemas.js";
import { definedMembers, isJsonObject, memberOf, pick } from "./nested-members.js";

type WriteKind = "create" | "update" | "replace";
type Query = Readonly<Record<string, unknown>>;

/** Checks the arguments of a contract service by the application's actions and schemas: callers in code send no request. */
export interface SentRecords {
  /** @param sent without the members that only the server sets @throws DatabaseError VALUE_REFUSED with every member at fault */
  check(kind: WriteKind, sent: unknown, own?: Row): Promise<void>;
  /** @throws HttpError 400 for a parameter that the list does not have */
  checkQuery(query: Query, list: ContractList): Promise<void>;
  /** True if answers or requests declare the property. */
  isDeclared(name: string): Promise<boolean>;
}

export function createSentRecords(
  context: Pick<ServiceContext, "schemas">,
  { resource, shapes = [], list = {}, views = {}, rest, id, parents = [], readOnly = [] }: ContractOptions,
  entity: Entity,
): SentRecords {
  const name = resource ?? entity.table;
  let reading: Promise<Facts> | undefined;
  const factsOf = (): Promise<Facts> => {
    reading ??= contractOf(context).then((contract) => readFacts(contract, name, shapes));
    return reading;
  };
  const lists = [list, ...Object.values(views).flatMap((view) => view.list ?? [])];
  const fields = entity.fields.map((field) => field.name).filter((field) => field !== rest);
  const isFilled = (property: string): boolean =>
    property === id.field ||
    parents.some(({ field }) => field === property) ||
    Object.values(entity.timestamps).includes(property) ||
    readOnly.includes(property) ||
    entity.fields.some((field) => field.name === property && (field.default !== undefined || field.autoIncrement));
  const placed = [id.place?.[0], ...parents.map(({ place }) => place?.[0])].filter((one) => one !== undefined);

  return {
    async check(kind, sent, own = {}) {
      // A body that may be left out says nothing, and so lacks nothing.
      if (sent === undefined && Object.keys(own).length === 0) return;
      if (sent !== undefined && !isJsonObject(sent)) throw refused(entity, [{ reason: "a record is an object" }]);
      const facts = await factsOf();
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
      const known = [...new Set([...(request?.each.names ?? []), ...facts.properties.keys(), ...fields, ...placed])];
      for (const [member, value] of Object.entries(record)) {
        if (value === undefined) continue;
        const isOwn = own[member] !== undefined;
        if (request?.each.names.has(member) && !isOwn) continue;
        const property = facts.properties.get(member);
        // A hash is longer than the password that a client may send.
        if (isOwn && (property === undefined || property.writeOnly) && request?.each.names.has(member)) continue;
        if (property !== undefined) problems.push(...propertyProblems(facts.schemas, property, value));
        else if (!isOpen && !known.includes(member)) problems.push(unknownMember(member, known));
      }
      problems.push(
        ...(request?.violations ?? []).filter(({ path }) => own[memberOf({ path })] === undefined).map(problemOf),
      );
      if (request === undefined && kind !== "update") problems.push(...missingProperties(facts, isFilled, record));
      if (problems.length > 0) throw refused(entity, problems);
    },
    async checkQuery(query, asked) {
      const names = Object.keys(query).filter((parameter) => query[parameter] !== undefined);
      const own = parametersOf(asked);
      if (names.every((parameter) => own.has(parameter))) return;
      const known = [
        ...new Set([...own, ...lists.flatMap((each) => [...parametersOf(each)]), ...(await factsOf()).query]),
      ];
      const unknown = names.filter((parameter) => !known.includes(parameter));
      if (unknown.length === 0) return;
      const details = unknown.map((parameter) => {
        const next = didYouMean(parameter, known) || `; it has ${known.join(", ") || "none"}`;
        const message = `the list of ${entity.name} has no parameter ${parameter}${next}`;
        return { in: "query", path: `/${parameter}`, message, keyword: "field" };
      });
      throw new HttpError(400, "Validation failed", { details });
    },
    async isDeclared(member) {
      const { properties, requests } = await factsOf();
      return (
        properties.has(member) ||
        Object.values(requests)
          .flat()
          .some(({ names }) => names.has(member))
      );
    },
  };
}

/** The record inside a request of the resource. */
interface RequestRecord {
  readonly json: JsonSchema;
  readonly members: DeclaredMembers;
  readonly names: ReadonlySet<string>;
}

interface Facts {
  readonly schemas: SchemaRegistry;
  readonly requests: Readonly<Record<WriteKind, readonly RequestRecord[]>>;
  /** The properties that answers declare. */
  readonly properties: ReadonlyMap<string, ObjectProperty>;
  /** The query parameters of the resource's operations. */
  readonly query: ReadonlySet<string>;
}

function readFacts({ operations, schemas }: ApiDescription, resource: string, shapes: readonly string[]): Facts {
  const all = operations.flatMap((operation) => {
    const role = recordRole(operation.role);
    return role === undefined ? [] : [{ operation, role }];
  });
  const byPath = all.toSorted((a, b) => a.operation.path.length - b.operation.path.length);
  const name = resourceName(
    byPath.map(({ role }) => role.resource.name),
    resource,
  );
  const own = all.filter(({ role }) => role.resource.name === name);
  const requestsOf = (kind: WriteKind): RequestRecord[] =>
    own.flatMap(({ operation, role }) => (role.kind === kind ? requestRecords(schemas, operation, role) : []));
  const properties = new Map<string, ObjectProperty>();
  for (const { json } of namedSchemas(schemas, shapes)) {
    for (const property of objectProperties(schemas, json).values())
      if (!properties.has(property.name)) properties.set(property.name, property);
  }
  const query = own.flatMap(({ operation }) => operation.parameters.filter((one) => one.in === "query"));
  return {
    schemas,
    requests: { create: requestsOf("create"), update: requestsOf("update"), replace: requestsOf("replace") },
    properties,
    query: new Set(query.map((parameter) => parameter.name)),
  };
}

/**
 * The prefix of `config/routes.js` may be part of the names: `billing.orders` of `orders`. It names the collection at `/`, which is
 * `root` without one.
 *
 * @param names shortest paths first
 */
function resourceName(names: readonly string[], wanted: string): string {
  if (names.includes(wanted)) return wanted;
  if (wanted === "root") return names[0] ?? wanted;
  const prefixed = names.filter((name) => name.endsWith(`.${wanted}`));
  return prefixed.toSorted((a, b) => a.length - b.length)[0] ?? wanted;
}

type RecordRole = Extract<Role, { readonly resource: unknown }>;

function recordRole(role: Role): RecordRole | undefined {
  if (role.kind === "operation") return role.finds?.role;
  return role.kind === "singleton" ? undefined : role;
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
    if (json === undefined || !takesObject(schemas, json)) return [];
    const names = new Set([...objectProperties(schemas, json).keys(), ...requiredNames(schemas, json)]);
    return [{ json, members: new DeclaredMembers(schemas, [json]), names }];
  });
}

function takesObject(schemas: SchemaRegistry, schema: JsonSchema): boolean {
  const json = schemas.follow(schema);
  return typeof json === "boolean" || json.type === undefined || [json.type].flat().includes("object");
}

/** The violations of what the request declares. An update in code may leave out what a request must send. */
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

function propertyProblems(schemas: SchemaRegistry, { name, schema }: ObjectProperty, value: unknown): FieldViolation[] {
  const violations = schemas.validator(schemas.schemaOf(schema), "response").violations(value);
  return violations.map(({ path, message }) => ({ field: `${name}${path}`, reason: message }));
}

/** The required properties that are missing, for a resource whose actions declare no request. */
function missingProperties(
  { schemas, properties }: Facts,
  isFilled: (name: string) => boolean,
  record: Row,
): FieldViolation[] {
  const missing = [...properties.values()].filter(
    ({ name, required, readOnly, schema }) =>
      required &&
      !readOnly &&
      !isFilled(name) &&
      record[name] === undefined &&
      toldValue(schemas, schema) === undefined,
  );
  return missing.map(({ name }) => ({ field: name, reason: "is required" }));
}

function problemOf({ path, message }: SchemaViolation): FieldViolation {
  return path === "" ? { reason: message } : { field: path.slice(1), reason: message };
}

function unknownMember(field: string, known: readonly string[]): FieldViolation {
  const next = didYouMean(field, known) || `; there are ${known.join(", ")}`;
  return { field, reason: `is not a property of the record${next}` };
}

function refused({ name }: Entity, violations: readonly FieldViolation[]): DatabaseError {
  const text = violations
    .map(({ field, reason }) => `${name}${field === undefined ? ":" : `.${field.replaceAll("/", ".")}`} ${reason}`)
    .join("; ");
  const fields = violations.flatMap(({ field }) => field ?? []);
  return new DatabaseError("VALUE_REFUSED", sentence(text), { fields, violations });
}
