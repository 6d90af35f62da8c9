import { type BodyPlan, coerceValue, schemaAt } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  nameWords,
  nounForms,
  type Operation,
  objectProperties,
  type RecordPlace,
  type Schema,
  type SchemaRegistry,
  schemaShape,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import type { Call } from "../../model/mock-context.js";
import { allows } from "../../model/schema-questions.js";

/**
 * Puts values of the request into a generated answer. Path parameters go into properties with their names: `key` of
 * `GET /components/{key}`, `document_id` of `GET /documents/{document_id}/status`, `ID` of `GET /exec/{id}/json`. Query parameters do, too.
 * Ids in the query become the names of a map.
 */
export function withAskedValues(
  schemas: SchemaRegistry,
  operation: Operation,
  body: BodyPlan,
  value: unknown,
  { pathTexts, query }: Pick<Call, "pathTexts" | "query">,
): unknown {
  const { schema } = body;
  if (!schema || !isObject(value)) return value;
  let asked: unknown = withPathValues(schemas, body, value, pathTexts, operation.path);
  const put = (place: RecordPlace, wanted: unknown): void => {
    const own = schemaAt(schemas, schema, place);
    const fitting = own && (typeof wanted === "string" ? coerceValue(schemas, own.json, wanted) : wanted);
    if (own && schemas.validator(own, "response").isValid(fitting)) asked = withValueAt(asked, place, fitting);
  };
  const last = /\{([^{}]+)\}(?:\/(?:json|info|details?))?\/?$/.exec(operation.path)?.[1];
  const named = last === undefined ? undefined : (placeOf(value, last) ?? ownId(value, operation.path, last));
  if (last !== undefined && named) put(named, pathTexts[last]);
  asked = withQueryValues(schemas, operation, body, asked, query);
  const ids = Object.entries(query).flatMap(([name, sent]) => (IDS.test(name) ? textsOf(sent) : []));
  const map = ids.length === 0 ? undefined : onlyMap(schemas, schema.json, value);
  if (map) put([map], byId(ids, valueAtPlace(value, [map])));
  return asWholeList(schemas, schema, asked);
}

/**
 * Puts the limit and the offset of a query into the properties of the answer with these names. Also puts in parameters that are required,
 * or whose property is required in the answer.
 */
export function withQueryValues(
  schemas: SchemaRegistry,
  { parameters }: Operation,
  { schema }: BodyPlan,
  value: unknown,
  query: Call["query"],
): unknown {
  if (!schema || !isObject(value)) return value;
  const known = objectProperties(schemas, schema.json);
  const isRequired = (name: string): boolean =>
    parameters.some((one) => one.in === "query" && one.name === name && (one.required || known.get(name)?.required));
  const told = Object.entries(query).filter(([name, sent]) => {
    const own =
      Object.hasOwn(value, name) && (PAGE.test(name) || isRequired(name)) && schemaAt(schemas, schema, [name]);
    return own && schemas.validator(own, "response").isValid(sent);
  });
  return told.length === 0 ? value : { ...value, ...Object.fromEntries(told) };
}

/**
 * Makes a generated list the only page: no next page, and `total`, `count` or `total_pets` equal to its length.
 * @param total the number of all items, if the list is only one page
 */
export function asWholeList(schemas: SchemaRegistry, schema: Schema, value: unknown, total?: number): unknown {
  const lists = isObject(value) ? Object.entries(value).filter(([, one]) => Array.isArray(one)) : [];
  if (lists.length === 0) return value;
  const usual = lists.length === 1 ? ["total", "count", "totalcount", "totalitems", "totalresults"] : [];
  const counted = lists.reduce((whole: unknown, [name, list]) => {
    const noun = foldName(name);
    const names = new Set([...usual, `total${noun}`, `${noun}count`]);
    return withCounts(schemas, schema, whole, names, total ?? (list as unknown[]).length);
  }, value);
  return withoutNext(schemas, schema, counted);
}

function withCounts(
  schemas: SchemaRegistry,
  schema: Schema,
  value: unknown,
  names: ReadonlySet<string>,
  length: number,
): unknown {
  return [...schemaShape(schemas, schema.json).properties.values()].reduce((counted: unknown, property) => {
    const own = schemas.schemaOf(property.schema);
    const isCount = names.has(foldName(property.name)) && schemas.validator(own, "response").isValid(length);
    return isCount && isObject(value) && Object.hasOwn(value, property.name)
      ? withValueAt(counted, [property.name], length)
      : counted;
  }, value);
}

/**
 * Puts the path parameters into the properties with their names, such as `documentId`. A bare `id` may belong to something else. It is set
 * only if the schema is named after the parameter, as `Upload` for `/uploads/{upload_id}/complete`, or if the path ends in two parameters:
 * `/wallets/{walletId}/{assetId}`.
 */
export function withPathValues(
  schemas: SchemaRegistry,
  { schema }: { readonly schema: BodyPlan["schema"] | undefined },
  value: unknown,
  texts: Readonly<Record<string, string>>,
  path = "",
): unknown {
  if (!schema || !isObject(value)) return value;
  const declared = objectProperties(schemas, schema.json);
  const named = Object.entries(texts).flatMap(([parameter, text]): [string, unknown][] => {
    const words = nameWords(parameter);
    if (words.length < 2 && !isPartOfKey(path, parameter)) return [];
    const isNamed = foldName(schema.name ?? "") === words.slice(0, -1).join("");
    const isOwn = words.at(-1) === "id" && (isNamed || path.endsWith(`}/{${parameter}}`));
    const name =
      [...declared.keys()].find((one) => foldName(one) === foldName(parameter)) ??
      (isOwn && declared.has("id") ? "id" : undefined);
    const own = name === undefined ? undefined : schemaAt(schemas, schema, [name]);
    const id = own && coerceValue(schemas, own.json, text);
    return own && name !== undefined && schemas.validator(own, "response").isValid(id) ? [[name, id]] : [];
  });
  const owned = ownerPlaces(value, path).reduce((whole: unknown, { place, parameter }) => {
    const own = schemaAt(schemas, schema, place);
    const id = own && coerceValue(schemas, own.json, texts[parameter] ?? "");
    return own && schemas.validator(own, "response").isValid(id) ? withValueAt(whole, place, id) : whole;
  }, value);
  if (named.length === 0) return owned;
  const whole = { ...(owned as object), ...Object.fromEntries(named) };
  if (named.every(([name]) => Object.hasOwn(value, name))) return whole;
  // Another alternative may declare the property.
  const { isValid } = schemas.validator(schema, "response");
  return isValid(whole) || !isValid(owned) ? whole : owned;
}

/** The places in an answer for ids of the path: `JobID` for `/job/{jobName}/summary`, `member.guid` for `/members/{member_guid}/status`. */
function ownerPlaces(
  value: Readonly<Record<string, unknown>>,
  path: string,
): readonly { readonly place: RecordPlace; readonly parameter: string }[] {
  return [...path.matchAll(/([^/{}]+)\/\{([^{}]+)\}/g)].flatMap(([, noun = "", parameter = ""]) => {
    const forms = nounForms(foldName(noun));
    const name = Object.keys(value).find((one) => forms.some((form) => foldName(one) === `${form}id`));
    const holder = Object.keys(value).find((one) => forms.includes(foldName(one)));
    const inner = holder === undefined ? undefined : value[holder];
    const own = Object.keys(isObject(inner) ? inner : {}).find(
      (one) => foldName(`${holder}${one}`) === foldName(parameter),
    );
    return [
      ...(name === undefined ? [] : [{ place: [name], parameter }]),
      ...(holder === undefined || own === undefined ? [] : [{ place: [holder, own], parameter }]),
    ];
  });
}

/**
 * True if a parameter of a single word names a property. This is so if several parameters in a row name one thing, as `carrier` in
 * `/tracks/{carrier}/{number}`, or if the path ends in it, as `realm` in `/realms/{realm}`.
 */
function isPartOfKey(path: string, parameter: string): boolean {
  const isInRow = path.includes(`}/{${parameter}}`) || path.includes(`{${parameter}}/{`);
  return isInRow || (path.endsWith(`/{${parameter}}`) && foldName(parameter) !== "id");
}

function withoutNext(schemas: SchemaRegistry, schema: Schema, value: unknown): unknown {
  const { properties } = schemaShape(schemas, schema.json);
  const next = [...properties.values()].filter(
    ({ name }) => NEXT.test(name) && isObject(value) && Object.hasOwn(value, name),
  );
  return next.reduce((left: unknown, { name, schema: own, required }) => {
    if (allows(schemas, own, null)) return withValueAt(left, [name], null);
    return required ? left : withValueAt(left, [name], undefined);
  }, value);
}

const NEXT = /^next(?:_?(?:page|cursor|url|uri|link|page_?token|token))?$/i;

const PAGE = /^(?:limit|offset|page|page_?(?:size|number)|per_?page)$/i;
const IDS = /(?:^|_)(?:ids|keys)$|Ids$/;

/** The place of the property with this name: at the top of the answer, or in the only object that has one. */
function placeOf(value: Readonly<Record<string, unknown>>, name: string): RecordPlace | undefined {
  const own =
    Object.keys(value).find((one) => one === name) ??
    Object.keys(value).find((one) => foldName(one) === foldName(name));
  if (own !== undefined) return [own];
  const holders = Object.keys(value).filter((holder) => {
    const inner = value[holder];
    return isObject(inner) && Object.hasOwn(inner, name);
  });
  const [holder] = holders;
  return holder !== undefined && holders.length === 1 ? [holder, name] : undefined;
}

/** The place of the `id` in the answer of `/widgets/{widget_id}`: at the top or in `data`. */
function ownId(value: Readonly<Record<string, unknown>>, path: string, parameter: string): RecordPlace | undefined {
  const [noun = ""] = /([^/{}]+)\/\{[^{}]+\}[^{}]*$/.exec(path)?.slice(1) ?? [];
  const forms = nounForms(foldName(noun)).flatMap((form) => [form, `${form}id`]);
  if (!forms.includes(foldName(parameter))) return undefined;
  const places = [["id"], ["data", "id"]];
  return places.find((place) => ["string", "number"].includes(typeof valueAtPlace(value, place)));
}

function textsOf(sent: unknown): readonly string[] {
  if (typeof sent === "string") return sent.split(",").filter((text) => text !== "");
  return Array.isArray(sent) ? sent.map(String) : [];
}

/** The only property that is a map, with names that the schema does not declare. */
function onlyMap(
  schemas: SchemaRegistry,
  schema: Parameters<typeof schemaShape>[1],
  value: Readonly<Record<string, unknown>>,
): string | undefined {
  const maps = [...schemaShape(schemas, schema).properties.values()].filter(({ name, schema: own }) => {
    const { additional, properties } = schemaShape(schemas, own);
    return isObject(value[name]) && properties.size === 0 && additional !== undefined && additional !== false;
  });
  return maps.length === 1 ? maps[0]?.name : undefined;
}

function byId(ids: readonly string[], samples: unknown): Readonly<Record<string, unknown>> {
  const values = isObject(samples) ? Object.values(samples) : [];
  return Object.fromEntries(ids.map((id, index) => [id, values[index % Math.max(1, values.length)] ?? null]));
}
