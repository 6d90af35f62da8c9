import { itemSchemaOf } from "@onespec/http-contract";
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
import type { ActionWork, ListEnvelope, ListWork, ModelPlan, PageFact, RecordWork } from "./contract-plan.js";
import { pascal, singular } from "./names.js";
import { parentNames } from "./plan-keys.js";
import { documentedAnswer, isJsonMedia, itemSchema, keywordsOf, placedSchema, sentSchema } from "./record-schemas.js";
import { contradicts, nullability, requiredSiblings, sampleAnswer } from "./required-siblings.js";
import { replacedBy, type SchemaFiles } from "./schema-files.js";

/** Where the records of an operation's resource are kept. */
export interface Keeper {
  readonly service: string;
  readonly model: ModelPlan;
}

/**
 * Plans the handler of an operation.
 *
 * @param role its effect on a record, which need not be its own role
 * @param keeper `undefined` when its resource is not kept in a model
 * @param view its name among the views of the service
 */
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
  const { status, response, schema, isEmpty, told } = documentedAnswer(operation);
  const onlyOf = (shown: Schema | undefined) => onlyMembers(schemas, shown, model);
  const siblingsOf = (reply: RecordPlace | undefined): unknown => answerSiblings(schemas, schema, reply);
  /** The answer with the record; `undefined` for a picture or a file, which no model holds. */
  const recordAnswer = (given: RecordPlace | undefined) => {
    // Where nothing is documented, the record itself is the answer, unless the status forbids one.
    const reply = given ?? (isEmpty || schema !== undefined ? undefined : []);
    if (reply === undefined && schema === undefined && (response?.content.length ?? 0) > 0) return undefined;
    const shown = placedSchema(schemas, schema, reply);
    return {
      status,
      reply,
      siblings: isEmpty && reply === undefined ? undefined : siblingsOf(reply),
      ...onlyOf(shown),
      ...told,
      ...(shown &&
        contradicts(schemas, model.resource.schema, shown) && {
          shownAs: files.nameOf(shown, pascal(`${operation.id} record`, "Record")),
        }),
    };
  };
  switch (role.kind) {
    case "view":
    case "list": {
      if (role.kind === "view" && view === undefined) return { kind: "stub" };
      const { list, resource } = role;
      const item = itemSchema(schemas, schema, list);
      const ids = plainTypes(schemas, item);
      return {
        kind: "list",
        service,
        ...(view !== undefined && { view }),
        ...(operation.path === resource.itemPath && { isOfRecord: true }),
        envelope: planEnvelope(schemas, schema, list),
        ...planPageHeaders(list, status, response),
        item: list.item,
        ...onlyOf(item),
        ...(ids.length > 0 && { ids: { areNumbers: !ids.includes("string") } }),
        asksAsSent:
          list.otherLimits.length > 0 ||
          list.filters.some(({ parameter }) => keywordsOf(schemas, parameter.schema.json).default !== undefined),
      };
    }
    case "create":
    case "update":
    case "replace": {
      const idIn = role.hasIdInBody ? idInBody(role) : undefined;
      if (role.hasIdInBody && idIn === undefined) return { kind: "stub" };
      if (role.many) {
        if (role.kind !== "create") return { kind: "stub" };
        // A list of users that is answered with a user: the first.
        const place = role.reply ?? (schema?.uri === role.resource.schema.uri ? [] : undefined);
        const held = placedSchema(schemas, schema, place);
        const item = held && itemSchemaOf(schemas, held);
        return {
          kind: "createMany",
          service,
          body: role.body,
          status,
          reply: held && place,
          shows: item === undefined ? "first" : "all",
          siblings: isEmpty ? undefined : siblingsOf(held && place),
          ...onlyOf(item ?? held),
          ...told,
        };
      }
      // A path that names a record by its properties makes none, nor does one that leaves out a parent.
      const isWhole = role.resource.parents.length >= model.parents.size;
      const mayCreate = role.kind === "replace" && operation.role.kind === "replace" && isWhole;
      const creates = mayCreate && operation.responses.some((one) => one.status === "201");
      const answer = recordAnswer(role.reply);
      if (answer === undefined) return { kind: "stub" };
      const sent = sentSchema(schemas, operation, role);
      return {
        kind: role.kind,
        service,
        body: role.body,
        ...(role.kind === "create" && plainTypes(schemas, sent).length > 0 && { sentId: model.id.field }),
        ...answer,
        ...(isEmpty || answer.reply !== undefined ? {} : repeated(schemas, role.resource, schema, model)),
        ...(idIn && { idIn }),
        location:
          role.kind === "create" ? planLocation(schemas, operation, role.resource, status, response) : undefined,
        ...(role.kind === "replace" && replacedBy(schemas, sent, operation, files)),
        ...((creates || (mayCreate && role.resource.roles.create === undefined)) && {
          createdStatus: creates ? 201 : status,
        }),
      };
    }
    case "delete": {
      const held = placedSchema(schemas, schema, role.reply);
      const reply = held?.uri === role.resource.schema.uri && !isEmpty ? role.reply : undefined;
      // A JSON answer that is documented without a schema.
      const isAnyJson = response?.content.some(({ type }) => isJsonMedia(type)) === true;
      return {
        kind: "delete",
        service,
        body: [],
        status,
        reply,
        siblings: isEmpty ? (isAnyJson ? {} : undefined) : siblingsOf(reply),
        ...onlyOf(reply && held),
        ...(isEmpty || reply !== undefined ? {} : repeated(schemas, role.resource, schema, model)),
        ...told,
      };
    }
    case "action": {
      const { reply } = role;
      if (reply === undefined || !namesRecord(operation, role.resource)) return { kind: "stub" };
      const only = onlyOf(placedSchema(schemas, schema, reply));
      return { kind: "stub", record: { reply, siblings: siblingsOf(reply), ...only } };
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

/** The types of a schema that takes nothing but texts and numbers: ids, where records would be. */
function plainTypes(schemas: SchemaRegistry, schema: Schema | undefined): readonly string[] {
  const { type = [] } = schema ? keywordsOf(schemas, unwrapSchema(schemas, schema.json)) : {};
  const types = [type].flat().filter((one) => one !== "null");
  return types.every((one) => ["string", "integer", "number"].includes(one)) ? types : [];
}

/** Where the body holds the id that the path does not: `PUT /pets`. */
function idInBody({ resource: { id, parents }, body }: WriteRole<"create" | "replace" | "update">) {
  if (id.parameter === undefined || id.property === undefined || parents.length > 0) return undefined;
  return { parameter: id.parameter, place: [...body, ...id.property] };
}

/** A schema that takes nothing but what it declares leaves out the other properties of the model. */
function onlyMembers(
  schemas: SchemaRegistry,
  schema: Schema | undefined,
  { properties }: ModelPlan,
): Pick<RecordWork, "only"> {
  if (schema === undefined) return {};
  const { additionalProperties, unevaluatedProperties } = keywordsOf(schemas, unwrapSchema(schemas, schema.json));
  if (additionalProperties !== false && unevaluatedProperties !== false) return {};
  const declared = objectProperties(schemas, schema.json);
  return [...properties.keys()].every((name) => declared.has(name)) ? {} : { only: [...declared.keys()] };
}

function planPageHeaders(
  list: ListConvention,
  status: number,
  response: OperationResponse | undefined,
): Pick<ListWork, "told"> {
  const headers = pageHeadersOf(list, response).map(
    ({ name, fact, required }) => [name, fact === "link" && required ? "linkOrSelf" : fact] as const,
  );
  return headers.length === 0 ? {} : { told: { status, headers: Object.fromEntries(headers) } };
}

/** The record's properties that an answer without the record repeats, such as the id of what was deleted; fixed values such as `deleted: true` stay. */
function repeated(
  schemas: SchemaRegistry,
  resource: Resource,
  schema: Schema | undefined,
  { properties }: ModelPlan,
): Pick<RecordWork, "copied" | "idAt"> {
  const members = [...objectProperties(schemas, schema?.json ?? true).values()];
  const id = selectIdMember(
    resource,
    members.map(({ name }) => name),
  );
  const isFixed = ({ schema }: (typeof members)[number]): boolean => {
    const json = schemas.follow(schema);
    return typeof json !== "object" || json.const !== undefined || json.enum?.length === 1 || json.type === "boolean";
  };
  const copied = members.filter((one) => one.required && properties.get(one.name)?.required && !isFixed(one));
  const types = [keywordsOf(schemas, members.find(({ name }) => name === id)?.schema).type].flat();
  return {
    copied: copied.map(({ name }) => name).filter((name) => name !== id),
    ...(id !== undefined && { idAt: { name: id, isNumber: types.includes("integer") || types.includes("number") } }),
  };
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
    return [{ fact, at, ...nullability(schemas, placedSchema(schemas, schema, at.slice(0, -1)), at.at(-1) ?? "") }];
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
  const holder = placedSchema(schemas, schema, at.slice(0, -1));
  const list = holder && objectProperties(schemas, holder.json).get(at.at(-1) ?? "");
  if (list === undefined || list.required) return false;
  return (keywordsOf(schemas, unwrapSchema(schemas, list.schema)).minItems ?? 0) > 0;
}

/** True if the property holds a link, not a token or a number. */
function isUrlPlace(schemas: SchemaRegistry, schema: Schema | undefined, at: RecordPlace, isCounted: boolean): boolean {
  const found = placedSchema(schemas, schema, at);
  if (typeof schemas.follow(found?.json ?? true) !== "object") return false;
  const { type, format = "", examples, example: only } = keywordsOf(schemas, found?.json);
  if ([type].flat().some((one) => one === "integer" || one === "number")) return false;
  if (/^(?:uri|url|iri)/.test(format)) return true;
  const example = examples?.[0] ?? only;
  if (typeof example === "string") return /^(?:https?:\/)?\//.test(example);
  const name = at.join(".");
  if (/(?:url|uri|href|link)/i.test(name)) return true;
  return isCounted && !/(?:token|cursor|marker|offset|start|key|continue|page)/i.test(name);
}

/** The address of a new record; `undefined` if the description promises no `Location`. */
function planLocation(
  schemas: SchemaRegistry,
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
  const isAbsolute = /^ur[il]$/.test(keywordsOf(schemas, header?.schema.json).format ?? "");
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
