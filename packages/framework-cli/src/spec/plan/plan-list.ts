import { linkHolder } from "@onespec/http-contract";
import {
  type EnvelopeShape,
  isPagination,
  keywordsOf,
  type ListConvention,
  type ObjectProperty,
  type Operation,
  type OperationResponse,
  objectProperties,
  pageHeadersOf,
  type RecordPlace,
  type Schema,
  type SchemaRegistry,
  unwrapSchema,
  type ViewRole,
} from "@onespec/spec-core";
import { onlyMembers, plainTypes } from "./answered-record.js";
import type { ListEnvelope, ListWork, ModelPlan, PageFact } from "./contract-plan.js";
import { documentedAnswer, itemSchema, placedSchema } from "./record-schemas.js";
import { nullability, requiredSiblings } from "./required-siblings.js";

/** @param view its name among the views of the service */
export function planList(
  schemas: SchemaRegistry,
  operation: Operation,
  { list, resource, search }: Pick<ViewRole, "list" | "resource" | "search">,
  { service, model }: { readonly service: string; readonly model: ModelPlan },
  view: string | undefined,
): ListWork {
  const { status, response, schema } = documentedAnswer(operation);
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
    ...onlyMembers(schemas, item, model),
    ...(search && {
      asksByBody: searchedProperties(schemas, operation).flatMap(({ name, inner }) => (inner ? name : [])),
    }),
    ...(ids.length > 0 && { ids: { areNumbers: !ids.includes("string") } }),
    asksAsSent: asksAsSent(schemas, list),
  };
}

/** The properties of a search's body. @returns `inner` has the properties of an object about the page: `pagination` */
export function searchedProperties(
  schemas: SchemaRegistry,
  { requestBody }: Operation,
): readonly (ObjectProperty & { readonly inner?: readonly ObjectProperty[] })[] {
  const body = requestBody?.content[0]?.schema?.json ?? true;
  return [...objectProperties(schemas, body).values()].map((property) => {
    const inner = isPagination(property.name) ? [...objectProperties(schemas, property.schema).values()] : [];
    return inner.length > 0 ? { ...property, inner } : property;
  });
}

/**
 * True if defaults must not count. Otherwise a filter's default would filter, and the default of one page size could
 * hide another one.
 */
export function asksAsSent(schemas: SchemaRegistry, { otherLimits, filters }: ListConvention): boolean {
  return (
    otherLimits.length > 0 ||
    filters.some(({ parameter }) => keywordsOf(schemas, parameter.schema.json).default !== undefined)
  );
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
    const holder = /^(?:next|previous)/.test(fact) ? linkHolder(schemas, schema, at) : undefined;
    const told = nullability(schemas, placedSchema(schemas, schema, at.slice(0, -1)), at.at(-1) ?? "");
    return [{ fact, at, ...told, ...(holder && { holder }) }];
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

/** True if the property contains a link, not a token or a number. */
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
