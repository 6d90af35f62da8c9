import { isObject } from "../../json/is-object.js";
import type { Operation, Parameter } from "../../model/api-description.js";
import type { Filter, ListConvention, WrappedForm } from "../../model/list-convention.js";
import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { sameNoun } from "../../words/same-noun.js";
import { wordList } from "../../words/word-list.js";
import { readEnvelope } from "../shapes/envelope-shape.js";
import { type FoundList, findList } from "../shapes/list-shape.js";
import { createPropertyFinder, type PropertyFinder } from "../shapes/property-finder.js";
import { isSameRecord, sharedProperties } from "../shapes/same-record.js";
import type { SchemaReader } from "../shapes/schema-reader.js";
import { findFilters } from "./filters.js";
import { findPagingParameters, firstNamed, groupByName } from "./paging-parameters.js";
import { findSelector } from "./selectors.js";
import { findAgeOrder, findSortConvention } from "./sort-convention.js";

interface ListInput {
  readonly operation: Operation;
  /** The operation's answer, and the array in it. */
  readonly answer: JsonSchema;
  readonly found: FoundList;
  readonly record: JsonSchema;
  readonly id: { readonly place: RecordPlace | undefined; readonly parameter: string | undefined };
  /** The last word of the collection path, folded. */
  readonly noun: string;
  /** True if the properties of the body count as parameters. */
  readonly hasBody?: boolean;
  /** The body that creates a record. */
  readonly written?: JsonSchema | undefined;
}

/**
 * Finds the effect of each parameter of a list, and the shape of its answer. A parameter has at most one effect. A
 * parameter without a known effect is ignored.
 */
export function inferListConvention(reader: SchemaReader, input: ListInput): ListConvention {
  const { operation, hasBody } = input;
  const sent = hasBody ? bodyParameters(reader, operation) : [];
  const declared = [...operation.parameters.filter((parameter) => parameter.in === "query"), ...sent];
  const known = new Map(declared.map((parameter) => [withoutMessage(parameter), parameter]));
  const convention = readConvention(reader, input, [...known.keys()]);
  const isRenamed = declared.some((parameter) => !known.has(parameter));
  return isRenamed ? (withDeclared(convention, known) as ListConvention) : convention;
}

/** Removes the message name in front of a parameter's name: `limit` for `listOptions.limit` of a gRPC gateway. */
function withoutMessage(parameter: Parameter): Parameter {
  const name = parameter.name.replace(MESSAGE, "");
  return name === parameter.name ? parameter : { ...parameter, name };
}

const MESSAGE = /^(?:\w{0,40}options|query|params|request)\.(?=\w)/i;

/** Replaces the renamed parameters in a convention by the declared ones. */
function withDeclared(value: unknown, known: ReadonlyMap<unknown, Parameter>): unknown {
  const declared = known.get(value);
  if (declared) return declared;
  if (Array.isArray(value)) return value.map((item) => withDeclared(item, known));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withDeclared(inner, known)]));
}

function readConvention(reader: SchemaReader, input: ListInput, parameters: readonly Parameter[]): ListConvention {
  const { operation, answer, found, record, id, noun } = input;
  const finder = createPropertyFinder(reader, record, id, noun);
  const shape = readEnvelope(reader, answer, found.at, parameters);
  const { limit, otherLimits, offset, firstOffset, page, cursor } = findPagingParameters(parameters, shape, finder);
  const free = new Set(parameters);
  for (const parameter of [limit, ...otherLimits, offset, page?.parameter, cursor?.after, cursor?.before]) {
    if (parameter) free.delete(parameter);
  }
  const sort = findSortConvention([...free], finder);
  const age = sort ? undefined : findAgeOrder([...free], finder);
  for (const parameter of [sort?.parameter, sort?.direction, age]) if (parameter) free.delete(parameter);
  const byName = groupByName([...free]);
  const take = (names: readonly string[], accepts: Acceptance): Parameter | undefined => {
    const parameter = firstNamed(byName, names, (one) => free.has(one) && accepts(one, finder));
    if (parameter) free.delete(parameter);
    return parameter;
  };
  const selectors = [...free].flatMap((parameter) => findSelector(parameter, finder) ?? []);
  for (const { parameter } of selectors) free.delete(parameter);
  const fields = take(FIELDS, namesFields) ?? [...free].find((one) => isFieldset(one, noun));
  if (fields) free.delete(fields);
  const expand = take(EXPAND, isTextOrList);
  const wrapped = shape.kind === "array" ? findWrappedForms(reader, input, [...free, ...(limit ? [limit] : [])]) : [];
  for (const { parameter } of wrapped) free.delete(parameter);
  const sizes = wrapped.flatMap(({ parameter }) =>
    parameter !== limit && SIZES.has(foldName(parameter.name)) ? [parameter] : [],
  );
  const search = take(SEARCH, isText);
  return {
    shape,
    item: findItemPlace(reader, found.items, record),
    limit,
    otherLimits: [...otherLimits, ...sizes],
    offset,
    firstOffset,
    page,
    cursor,
    sort,
    age,
    isNewestFirst: saysNewestFirst(operation, cursor?.after),
    fields,
    expand,
    search,
    wrapped,
    filters: [...free].flatMap((parameter) => {
      if (isPostgrest(reader, operation)) return operatorFilters(parameter, finder);
      const filters = findFilters(parameter, finder);
      const others = () =>
        enumeratedFilter(reader, parameter, record) ?? writtenReference(reader, parameter, input.written);
      return filters.length > 0 ? filters : others();
    }),
    selectors,
  };
}

/** True for PostgREST: its operations have a header for ranges, or one that defines what a write returns. */
function isPostgrest(reader: SchemaReader, { parameters }: Operation): boolean {
  const header = (name: string): Parameter | undefined =>
    parameters.find((one) => one.in === "header" && one.name.toLowerCase() === name);
  const named = new Set(parameters.flatMap((one) => (one.in === "query" ? [one.name] : [])));
  if (header("range-unit")) return ["select", "order", "offset", "limit"].every((name) => named.has(name));
  const prefer = header("prefer");
  return prefer !== undefined && reader.facts(prefer.schema.json).values?.includes("return=representation") === true;
}

/** The filters of a parameter whose value begins with the operator: `price=gt.5`. */
function operatorFilters(parameter: Parameter, finder: PropertyFinder): Filter[] {
  const property = finder.exact(parameter.name)?.place;
  return property && !finder.isHidden(property)
    ? PREFIXES.map(([operator, prefix]) => ({ parameter, at: [], property, operator, prefix }))
    : [];
}

const PREFIXES: readonly (readonly [Filter["operator"], string])[] = [
  ["eq", "eq."],
  ["ne", "neq."],
  ["gt", "gt."],
  ["gte", "gte."],
  ["lt", "lt."],
  ["lte", "lte."],
  ["in", "in."],
];

/**
 * The filter for a reference that the create operation accepts but no answer shows: `GET /photos?applicant_id=`, if
 * photos are created with an `applicant_id`.
 */
function writtenReference(reader: SchemaReader, parameter: Parameter, written: JsonSchema | undefined): Filter[] {
  const { name, schema } = parameter;
  const own = written === undefined ? undefined : reader.facts(written).properties.get(name);
  const { types } = reader.facts(schema.json);
  const isId = own !== undefined && nameWords(name).at(-1) === "id" && (types.has("string") || types.has("integer"));
  if (!isId || ![...reader.facts(own).types].some((type) => types.has(type))) return [];
  return [{ parameter, at: [], property: [name], operator: "eq" }];
}

/**
 * The filter for a parameter with the same `enum` schema as exactly one property: `scopeType` for the `templateScope`
 * of templates.
 */
function enumeratedFilter(reader: SchemaReader, parameter: Parameter, record: JsonSchema): Filter[] | undefined {
  const { json: whole, items } = reader.facts(parameter.schema.json);
  const { json, values = [] } = reader.facts(items ?? whole);
  if (values.length < 2 || /^(?:not?|exclude[ds]?|without|ignore)(?![a-z])/.test(parameter.name)) return undefined;
  const same = [...reader.facts(record).properties].filter(([, schema]) => reader.facts(schema).json === json);
  const [only, ...others] = same;
  if (!only || others.length > 0) return undefined;
  return [{ parameter, at: [], property: [only[0]], operator: items === undefined ? "eq" : "in" }];
}

/**
 * The alternatives of the answer that have the list in an envelope, each with the parameter that requests it: a flag
 * for totals, or a page size for pages with a next page.
 */
function findWrappedForms(
  reader: SchemaReader,
  { answer, record, noun }: ListInput,
  parameters: readonly Parameter[],
): readonly WrappedForm[] {
  const flag = parameters.find(
    ({ name, schema }) => WRAPPING.test(name) && reader.facts(schema.json).types.has("boolean"),
  );
  const size = parameters.find(({ name }) => SIZES.has(foldName(name)));
  if (!flag && !size) return [];
  const forms = reader.facts(answer).branches.flatMap((schema) => {
    const found = reader.facts(schema).types.has("array") ? undefined : findList(reader, schema, { noun, record });
    return found ? [{ schema, shape: readEnvelope(reader, schema, found.at, parameters) }] : [];
  });
  const [first] = forms;
  const next = forms.find(({ shape }) => shape.kind === "envelope" && shape.nextAt && !shape.totalAt);
  return [
    ...(flag && first ? [{ parameter: flag, ...first }] : []),
    ...(size && next ? [{ parameter: size, ...next }] : []),
  ];
}

/** Page sizes that a list may have next to another one. */
const SIZES = new Set(["take", "first", "top"]);
const WRAPPING = /totals?|count|envelope|wrap|paginat|summary/i;

/**
 * True if a description says that the newest records come first: "Returned sorted by creation date, with the most
 * recent customers appearing first." A cursor for records "with an ID less than this value" says so as well.
 */
function saysNewestFirst(
  { summary = "", description = "", responses }: Operation,
  cursor: Parameter | undefined,
): boolean {
  const texts = [
    summary,
    description,
    cursor?.description ?? "",
    ...responses.map((response) => response.description ?? ""),
  ];
  return texts.some((text) => NEWEST_FIRST.test(text));
}

const NEWEST_FIRST =
  /\b(?:newest|latest|most recent(?:ly (?:created|added))?)\s+(?:[a-z]+\s+){0,3}?first\b|\breverse[- ]chronological|\bnewest to oldest\b|\b(?:starting|beginning) (?:from|with) the most recent\b|\bids? (?:less|lower|smaller) than\b/i;

/** The properties of a search's body as parameters. Properties inside its `pagination` count as if they were at the top. */
function bodyParameters(reader: SchemaReader, operation: Operation): Parameter[] {
  const body = reader.body(operation);
  if (body === undefined) return [];
  // For a body such as `["ann", "bob"]` of `POST /users/usernames`.
  const word = operation.method === "post" ? operation.template.segments.at(-1) : undefined;
  const sent = reader.facts(body).types.has("array") && word?.kind === "literal" ? [[word.text, body] as const] : [];
  return [...sent, ...reader.facts(body).properties].flatMap(([name, json]) => {
    const { properties, types } = reader.facts(json);
    // Other properties in the body of a DELETE are options of the deletion, as with Kubernetes.
    if (operation.method === "delete" && !types.has("array") && !/^(?:filter|filters|query|where)$/i.test(name))
      return [];
    const inner = isPagination(name) ? [...properties] : [];
    return (inner.length > 0 ? inner : [[name, json] as const]).map(([name, json]) => {
      const schema = reader.schemas.schemaOf(json);
      const target = reader.schemas.follow(json);
      return {
        name,
        in: "query" as const,
        required: false,
        deprecated: false,
        description: typeof target === "object" ? target.description : undefined,
        style: "form" as const,
        explode: true,
        allowReserved: false,
        allowEmptyValue: false,
        schema,
        content: undefined,
        examples: [],
      };
    });
  });
}

/** True for the property of a search body that contains paging parameters. */
export function isPagination(name: string): boolean {
  return ["pagination", "paging", "page", "pageoptions", "pageinfo"].includes(foldName(name));
}

/**
 * The place of the record in a list's item: `["track"]` for `{ track: {...}, added_at }`, or `[]` if the item is the
 * record.
 */
function findItemPlace(reader: SchemaReader, items: JsonSchema, record: JsonSchema): RecordPlace {
  if (isSameRecord(reader, items, record)) return [];
  const shared = sharedProperties(reader, items, record);
  if (shared >= reader.facts(items).properties.size / 2) return [];
  for (const [name, schema] of reader.facts(items).properties) {
    if (!reader.facts(schema).types.has("array") && isSameRecord(reader, schema, record)) return [name];
  }
  return [];
}

type Acceptance = (parameter: Parameter, finder: PropertyFinder) => boolean;

/** True for `fields[person]` of people (JSON:API, "Sparse Fieldsets"). */
function isFieldset({ name }: Parameter, noun: string): boolean {
  const type = /^fields\[(.+)\]$/.exec(name)?.[1];
  return type !== undefined && sameNoun(foldName(type), noun);
}

/** True if a parameter may contain names of fields. An `enum` of words such as `all` and `task_only` does not. */
function namesFields(parameter: Parameter, finder: PropertyFinder): boolean {
  const { values } = finder.reader.facts(parameter.schema.json);
  const isField = (value: unknown): boolean => finder.exact(String(value)) !== undefined;
  return isTextOrList(parameter, finder) && (values?.some(isField) ?? true);
}

/**
 * True for a text or a list. False for some names if the record has such a property: then the parameter is a filter.
 */
function isTextOrList({ name, schema }: Parameter, { reader, exact }: PropertyFinder): boolean {
  const { types } = reader.facts(schema.json);
  if (exact(name) && WEAK.has(foldName(name))) return false;
  return types.size === 0 || types.has("string") || types.has("array");
}

function isText({ name, schema }: Parameter, { reader, exact }: PropertyFinder): boolean {
  const { types, values } = reader.facts(schema.json);
  const own = /^filter\[(\w+)\]$/.exec(name)?.[1] ?? name;
  if (exact(own) && foldName(name) !== "q") return false;
  return values === undefined && (types.size === 0 || types.has("string"));
}

/** Folded names, the most likely first. */
const FIELDS = wordList(`
  fields optfields select field selectfields includefields returnfields onlyfields fieldset attributes properties
  columns projection only
`);
const EXPAND = wordList(`
  expand include includes embed optexpand expansions expands with populate relations
`);
const SEARCH = [
  ...["q", "query", "search", "searchterm", "searchtext", "searchquery", "searchstring", "keyword", "keywords"],
  ...["freetext", "fulltext", "term", "text", "searchfor", "filterterm"],
  // A `filter` is a search text if it is not a selector.
  ...["filterkeyword", "filtersearch", "filtertext", "filter"],
];
const WEAK = new Set(
  wordList(`
  attributes properties columns only with relations field include includes
`),
);
