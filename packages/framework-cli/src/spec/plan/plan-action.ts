import {
  type EnvelopeShape,
  foldName,
  type ListConvention,
  type Operation,
  type OperationResponse,
  objectProperties,
  pageHeadersOf,
  type RecordPlace,
  type Resource,
  type Role,
  type Schema,
  type SchemaRegistry,
  unwrapSchema,
  type WriteRole,
} from "@onespec/spec-core";
import type { AddressOptions } from "../../services/addresses.js";
import type { ActionWork, ListEnvelope, ModelPlan, PageFact } from "./contract-plan.js";
import { pascal, singular } from "./names.js";
import { parentNames } from "./plan-keys.js";
import { documentedAnswer, itemsOf, schemaAtPlace, sentSchema } from "./record-schemas.js";
import { contradicts, nullability, requiredSiblings, sampleAnswer } from "./required-siblings.js";
import type { SchemaFiles } from "./schema-files.js";
import { replacedBy } from "./schema-files.js";

/** Where the records of an operation's resource are kept. */
export interface Keeper {
  readonly service: string;
  readonly model: ModelPlan;
}

/** Plans the handler of an operation. @param role its effect on a record, which need not be its own role @param keeper `undefined` when its resource is not kept in a model @param view its name among the views of the service */
export function planWork(
  schemas: SchemaRegistry,
  operation: Operation,
  role: Role,
  keeper: Keeper | undefined,
  files: SchemaFiles,
  view: string | undefined,
): ActionWork {
  if (keeper === undefined || isOtherName(operation)) return { kind: "stub" };
  const { service, model } = keeper;
  const properties = new Set(model.properties.keys());
  const { status, response, schema, isEmpty, told } = documentedAnswer(operation);
  const shownAs = (reply: RecordPlace | undefined): { readonly shownAs?: string } => {
    const shown = schema && reply && schemaAtPlace(schemas, schema, reply);
    if (shown === undefined || !contradicts(schemas, model.resource.schema, shown)) return {};
    return { shownAs: files.nameOf(shown, pascal(`${operation.id} record`, "Record")) };
  };
  /** The answer with the record; `undefined` for a picture or a file, which no model holds. */
  const recordAnswer = (given: RecordPlace | undefined) => {
    const reply = keptWhereEmpty(given, isEmpty, schema);
    if (reply === undefined && schema === undefined && (response?.content.length ?? 0) > 0) return undefined;
    return {
      status,
      reply,
      siblings: isEmpty && reply === undefined ? undefined : answerSiblings(schemas, schema, reply),
      ...onlyOf(schemas, schema && reply && schemaAtPlace(schemas, schema, reply), properties),
      ...told,
      ...shownAs(reply),
    };
  };
  switch (role.kind) {
    case "view":
    case "list":
      if (role.kind === "view" && view === undefined) return { kind: "stub" };
      return {
        kind: "list",
        service,
        ...(view !== undefined && { view }),
        ...(operation.path === role.resource.itemPath && { isOfRecord: true }),
        envelope: planEnvelope(schemas, schema, role.list),
        ...planPageHeaders(role.list, status, response),
        item: role.list.item,
        ...onlyOf(schemas, itemSchema(schemas, schema, role.list), properties),
        ...idsOf(schemas, itemSchema(schemas, schema, role.list)),
        asksAsSent:
          role.list.otherLimits.length > 0 ||
          role.list.filters.some(({ parameter }) => hasDefault(schemas, parameter.schema)),
      };
    case "create":
    case "update":
    case "replace": {
      const idIn = role.hasIdInBody ? idInBody(role) : undefined;
      if (role.hasIdInBody && idIn === undefined) return { kind: "stub" };
      if (role.many) {
        if (role.kind !== "create") return { kind: "stub" };
        // A list of users that is answered with a user: the first.
        const place = role.reply ?? (schema?.uri === role.resource.schema.uri ? [] : undefined);
        const held = schema && place && schemaAtPlace(schemas, schema, place);
        const item = held && itemsOf(schemas, held);
        return {
          kind: "createMany",
          service,
          body: role.body,
          status,
          reply: held && place,
          shows: item === undefined ? "first" : "all",
          siblings: isEmpty ? undefined : answerSiblings(schemas, schema, held && place),
          ...onlyOf(schemas, item ?? held, properties),
          ...told,
        };
      }
      // A path that names a record by its properties makes none, nor does one that leaves out a parent.
      const isWhole = role.resource.parents.length >= model.parents.size;
      const mayCreate = role.kind === "replace" && operation.role.kind === "replace" && isWhole;
      const creates = mayCreate && operation.responses.some((one) => one.status === "201");
      const answer = recordAnswer(role.reply);
      if (answer === undefined) return { kind: "stub" };
      return {
        kind: role.kind,
        service,
        body: role.body,
        ...(role.kind === "create" &&
          sendsId(schemas, sentSchema(schemas, operation, role)) && { sentId: model.id.field }),
        ...answer,
        ...(isEmpty || answer.reply !== undefined ? {} : repeated(schemas, role.resource, schema, model)),
        ...(idIn && { idIn }),
        location: role.kind === "create" ? planLocation(operation, role.resource, status, response) : undefined,
        ...(role.kind === "replace" && replacedBy(schemas, sentSchema(schemas, operation, role), operation, files)),
        ...(creates || (mayCreate && role.resource.roles.create === undefined)
          ? { createdStatus: creates ? 201 : status }
          : {}),
      };
    }
    case "delete": {
      const held = schema && role.reply && schemaAtPlace(schemas, schema, role.reply);
      const isWhole = held?.uri === role.resource.schema.uri;
      const reply = isWhole && !isEmpty ? role.reply : undefined;
      return {
        kind: "delete",
        service,
        body: [],
        status,
        reply,
        siblings: isEmpty ? emptyAnswer(response) : answerSiblings(schemas, schema, reply),
        ...onlyOf(schemas, reply && held, properties),
        ...(isEmpty || reply !== undefined ? {} : repeated(schemas, role.resource, schema, model)),
        ...told,
      };
    }
    case "action": {
      const { reply } = role;
      if (reply === undefined || !namesRecord(operation, role.resource)) return { kind: "stub" };
      const only = onlyOf(schemas, schema && schemaAtPlace(schemas, schema, reply), properties);
      return { kind: "stub", record: { reply, siblings: answerSiblings(schemas, schema, reply), ...only } };
    }
    case "read": {
      const answer = recordAnswer(role.reply);
      return answer === undefined ? { kind: "stub" } : { kind: role.kind, service, body: [], ...answer };
    }
    case "singleton":
    case "operation":
      return { kind: "stub" };
  }
}

/** True for an operation at the place of another one whose path has another parameter: `/versions/{number}` beside `/versions/{id}`. */
function isOtherName({ role, method, template }: Operation): boolean {
  if (!("resource" in role) || role.kind === "view" || role.kind === "list") return false;
  const usual = role.kind === "action" ? undefined : role.resource.roles[role.kind];
  if (usual === undefined || usual.method !== method || usual.template.text === template.text) return false;
  return role.resource.id.otherParameters.includes(template.parameters.at(-1) ?? "");
}

/** True if the path has the parameters of the resource's item path. */
function namesRecord({ template }: Operation, resource: Resource): boolean {
  const needed = [...parentNames(resource), resource.id.parameter];
  return needed.every((name) => name !== undefined && template.parameters.includes(name));
}

/** True for a text or a number where a record would be: what is created is named by its id. */
function sendsId(schemas: SchemaRegistry, sent: Schema | undefined): boolean {
  return plainTypes(schemas, sent).length > 0;
}

/** A list of texts or numbers where records would be: their ids. */
function idsOf(schemas: SchemaRegistry, item: Schema | undefined): Pick<Extract<ActionWork, { kind: "list" }>, "ids"> {
  const types = plainTypes(schemas, item);
  return types.length === 0 ? {} : { ids: { areNumbers: !types.includes("string") } };
}

/** The types of a schema that takes nothing but texts and numbers. */
function plainTypes(schemas: SchemaRegistry, schema: Schema | undefined): readonly string[] {
  const json = schema && unwrapSchema(schemas, schema.json);
  const types = typeof json === "object" ? [json.type ?? []].flat().filter((type) => type !== "null") : [];
  return types.every((type) => ["string", "integer", "number"].includes(type)) ? types : [];
}

/** Where the body holds the id that the path does not: `PUT /pets`. */
function idInBody({
  resource: { id, parents },
  body,
}: WriteRole<"create" | "replace" | "update">):
  | { readonly parameter: string; readonly place: readonly string[] }
  | undefined {
  if (id.parameter === undefined || id.property === undefined || parents.length > 0) return undefined;
  return { parameter: id.parameter, place: [...body, ...id.property] };
}

/** A schema that takes nothing but what it declares leaves out the other properties of the model. */
function onlyOf(
  schemas: SchemaRegistry,
  schema: Schema | undefined,
  properties: ReadonlySet<string>,
): { readonly only?: readonly string[] } {
  const json = schema && unwrapSchema(schemas, schema.json);
  if (typeof json !== "object" || (json.additionalProperties !== false && json.unevaluatedProperties !== false))
    return {};
  const declared = objectProperties(schemas, json);
  return [...properties].every((name) => declared.has(name)) ? {} : { only: [...declared.keys()] };
}

function itemSchema(
  schemas: SchemaRegistry,
  schema: Schema | undefined,
  { shape, item }: ListConvention,
): Schema | undefined {
  const items = schema && schemaAtPlace(schemas, schema, shape.kind === "array" ? [] : shape.itemsAt);
  const one = items && itemsOf(schemas, items);
  return one && schemaAtPlace(schemas, one, item);
}

function planPageHeaders(
  list: ListConvention,
  status: number,
  response: OperationResponse | undefined,
): Pick<Extract<ActionWork, { kind: "list" }>, "told"> {
  const headers = pageHeadersOf(list, response).map(
    ({ name, fact, required }) => [name, fact === "link" && required ? "linkOrSelf" : fact] as const,
  );
  return headers.length === 0 ? {} : { told: { status, headers: Object.fromEntries(headers) } };
}

function hasDefault(schemas: SchemaRegistry, { json }: Schema): boolean {
  const target = schemas.follow(json);
  return typeof target === "object" && target.default !== undefined;
}

/** The members of an answer that a record has too, such as the id of what was deleted; fixed values such as `deleted: true` stay. */
function copiedMembers(schemas: SchemaRegistry, schema: Schema | undefined, { properties }: ModelPlan): string[] {
  const members =
    schema === undefined ? [] : [...objectProperties(schemas, unwrapSchema(schemas, schema.json)).values()];
  return members.flatMap((member) => {
    const json = schemas.follow(member.schema);
    const isFixed =
      typeof json !== "object" || json.const !== undefined || json.enum?.length === 1 || json.type === "boolean";
    return member.required && properties.get(member.name)?.required && !isFixed ? [member.name] : [];
  });
}

/** The record's properties that an answer without the record repeats. */
function repeated(
  schemas: SchemaRegistry,
  resource: Resource,
  schema: Schema | undefined,
  model: ModelPlan,
): { readonly copied: readonly string[]; readonly idAt?: { readonly name: string; readonly isNumber: boolean } } {
  const members = schema && objectProperties(schemas, unwrapSchema(schemas, schema.json));
  const id = selectIdMember(resource, [...(members?.keys() ?? [])]);
  const json = schemas.follow(members?.get(id ?? "")?.schema ?? true);
  const types = typeof json === "object" ? [json.type].flat() : [];
  return {
    copied: copiedMembers(schemas, schema, model).filter((name) => name !== id),
    ...(id !== undefined && { idAt: { name: id, isNumber: types.includes("integer") || types.includes("number") } }),
  };
}

/** A JSON answer that is documented without a schema. */
function emptyAnswer(response: OperationResponse | undefined): unknown {
  return response?.content.some(({ type }) => /[/+]json\b/.test(type)) ? {} : undefined;
}

/** Where nothing is documented, the record itself is the answer, unless the status forbids one. */
function keptWhereEmpty(
  reply: RecordPlace | undefined,
  isEmpty: boolean,
  schema: Schema | undefined,
): RecordPlace | undefined {
  if (reply !== undefined) return reply;
  return isEmpty || schema !== undefined ? undefined : [];
}

export function answerSiblings(
  schemas: SchemaRegistry,
  schema: Schema | undefined,
  reply: RecordPlace | undefined,
): unknown {
  if (reply === undefined) return sampleAnswer(schemas, schema);
  return reply.length === 0 ? {} : requiredSiblings(schemas, schema, [reply]);
}

function planEnvelope(
  schemas: SchemaRegistry,
  schema: Schema | undefined,
  { shape, limit, offset, firstOffset, page }: ListConvention,
): ListEnvelope | undefined {
  if (shape.kind === "array") return undefined;
  const holdsUrl = (at: RecordPlace): boolean =>
    isUrlPlace(schemas, schema, at, [limit, offset, page?.parameter].some(Boolean));
  const wanted: readonly (readonly [PageFact, RecordPlace | undefined])[] = [
    ["total", shape.totalAt],
    ["count", shape.countAt],
    ["hasMore", shape.hasMoreAt],
    ["isLast", shape.isLastAt],
    ["isFirst", shape.isFirstAt],
    ["isEmpty", shape.isEmptyAt],
    ["page", shape.pageAt],
    ["page", shape.alsoPageAt],
    ["limit", shape.limitAt],
    ["limit", shape.alsoLimitAt],
    [firstOffset === 1 ? "start" : "offset", shape.offsetAt],
    ["pages", shape.pagesAt],
    [shape.nextAt && holdsUrl(shape.nextAt) ? "nextUrl" : "next", shape.nextAt],
    [shape.previousAt && holdsUrl(shape.previousAt) ? "previousUrl" : "previous", shape.previousAt],
  ];
  const facts = wanted.flatMap(([fact, at]) => {
    if (at === undefined) return [];
    const holder = schema && schemaAtPlace(schemas, schema, at.slice(0, -1));
    return [{ fact, at, ...nullability(schemas, holder, at.at(-1) ?? "") }];
  });
  return {
    siblings: requiredSiblings(schemas, schema, [shape.itemsAt, ...facts.map(({ at }) => at)]),
    itemsAt: (shape as EnvelopeShape).itemsAt,
    facts,
    ...(mayOmit(schemas, schema, shape.itemsAt) && { omitsEmpty: true }),
  };
}

/** True for a list that is never empty, and may be absent. */
function mayOmit(schemas: SchemaRegistry, schema: Schema | undefined, at: RecordPlace): boolean {
  const holder = schema && schemaAtPlace(schemas, schema, at.slice(0, -1));
  const list = holder && objectProperties(schemas, unwrapSchema(schemas, holder.json)).get(at.at(-1) ?? "");
  const json = list && !list.required ? unwrapSchema(schemas, list.schema) : true;
  return typeof json === "object" && (json.minItems ?? 0) > 0;
}

/** True if the property holds a link, not a token or a number. */
function isUrlPlace(schemas: SchemaRegistry, schema: Schema | undefined, at: RecordPlace, isCounted: boolean): boolean {
  const found = schema && schemaAtPlace(schemas, schema, at);
  const json = found && schemas.follow(found.json);
  if (typeof json !== "object") return false;
  const types = [json.type].flat();
  if (types.includes("integer") || types.includes("number")) return false;
  if (json.format !== undefined && /^(?:uri|url|iri)/.test(json.format)) return true;
  const example = json.examples?.[0] ?? json.example;
  if (typeof example === "string") return /^(?:https?:\/)?\//.test(example);
  const name = at.join(".");
  if (/(?:url|uri|href|link)/i.test(name)) return true;
  return isCounted && !/(?:token|cursor|marker|offset|start|key|continue|page)/i.test(name);
}

/** The address of a new record; `undefined` if the description promises no `Location`. */
function planLocation(
  { path }: Operation,
  { itemPath, roles }: Resource,
  status: number,
  response: OperationResponse | undefined,
): AddressOptions | undefined {
  const header = response?.headers.find(({ name }) => name.toLowerCase() === "location");
  // Without the header a 201 says that the new record is at the path of the request (RFC 9110, section 15.3.2).
  // Paths may go on from that of the record, and none end there.
  const isServed = [roles.read, roles.replace, roles.update, roles.delete].some((one) => one !== undefined);
  if (header === undefined && (status !== 201 || !isServed)) return undefined;
  const json = header?.schema.json;
  const isAbsolute = typeof json === "object" && (json.format === "uri" || json.format === "url");
  const below = itemPath === undefined ? "" : wayBetween(path, itemPath.slice(0, itemPath.lastIndexOf("/")));
  return { ...(below === "" ? {} : { below }), ...(isAbsolute ? { isAbsolute } : {}) };
}

/** `../user` from `/users` to `/user`; none where that leads through parameters. */
function wayBetween(from: string, to: string): string {
  const [start, end] = [segmentsOf(from), segmentsOf(to)];
  let shared = 0;
  while (shared < start.length && shared < end.length && start[shared] === end[shared]) shared += 1;
  const down = end.slice(shared);
  if (down.some((segment) => segment.includes("{"))) return "";
  return [...start.slice(shared).map(() => ".."), ...down].join("/");
}

function segmentsOf(path: string): string[] {
  return path
    .replace(/\{[^{}]*\}/g, "{}")
    .split("/")
    .filter((segment) => segment !== "");
}

/**
 * The member of an answer that holds a record's id, where the answer does not hold the record: named as the record's own, as the
 * path parameter (`accountId`, `account_id`) or after the resource (`exportId` of `/exports`), else `id`.
 *
 * @param names of the answer's members
 */
function selectIdMember({ id, name }: Resource, names: readonly string[]): string | undefined {
  const [own] = id.property?.length === 1 ? id.property : [];
  const wanted = [own, id.parameter, `${singular(name.split(".").at(-1) ?? "")}Id`, "id"];
  for (const one of wanted) {
    const found = one === undefined ? undefined : names.find((candidate) => foldName(candidate) === foldName(one));
    if (found !== undefined) return found;
  }
  return undefined;
}
