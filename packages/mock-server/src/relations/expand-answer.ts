import { type Answer, itemSchemaOf, schemaAt } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  type Operation,
  objectProperties,
  type RecordPlace,
  type Resource,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import { addressReader } from "../behaviour/record/record-address.js";
import type { Call, MockContext } from "../model/mock-context.js";
import { withIgnored } from "../response/answer-headers.js";
import { itemsPlace } from "../response/page-request.js";
import { expandRecord } from "./expand-record.js";

/** Puts the requested related records into an answer. Properties whose schema does not allow them stay as they are. */
export type ExpandAnswer = (call: Call, answer: Answer, paths: readonly (readonly string[])[]) => Promise<Answer>;

/** Maximum number of related records in one answer. The items of a list get equal shares, so that the answer does not depend on timing. */
const MOST_RECORDS = 10_000;

/** The place of records in an answer: `items` of the list, and `record` inside an item or the answer. */
interface RecordPlaces {
  readonly resource: Resource;
  readonly items: RecordPlace | undefined;
  readonly record: RecordPlace;
}

export function createExpandAnswer(context: MockContext, operation: Operation): ExpandAnswer {
  const places = recordPlaces(operation);
  if (!places) return async (_, answer) => answer;
  const { schemas, states } = context;
  const { resource, items, record } = places;
  const { owner } = states.of(resource);
  const read = addressReader(schemas, states, operation, resource);
  return async (call, answer, paths) => {
    const schema = call.answerAs?.schema;
    if (!schema || call.answerAs?.kind !== "json" || typeof answer.body !== "string" || answer.status >= 300)
      return answer;
    const whole: unknown = JSON.parse(answer.body);
    const holder = items ? schemaAt(schemas, schema, items) : schema;
    const element = items ? holder && itemSchemaOf(schemas, holder) : holder;
    const recordSchema = element && schemaAt(schemas, element, record);
    if (!recordSchema) return answer;
    const { scope } = read(call.pathTexts);
    // Stripe's paths include the place in the answer: `data.customer`.
    const wanted = paths.map((path) => withoutPrefix(withoutPrefix(path, items ?? []), record));
    const expand = async (value: unknown, most = MOST_RECORDS): Promise<unknown> => {
      const found = valueAtPlace(value, record);
      if (!isObject(found)) return value;
      const place = { schema: recordSchema, scope };
      const expanded = await expandRecord(context, owner, place, found, wanted, { records: most });
      return withValueAt(value, record, expanded);
    };
    const expanded = items ? await inList(whole, items, expand) : await expand(whole);
    const known = new Set([...objectProperties(schemas, recordSchema.json).keys()].map(foldName));
    const unknown = wanted.filter(([head = ""]) => !known.has(foldName(head))).map((path) => path.join("."));
    const named = withIgnored(answer, unknown);
    if (!schemas.validator(schema, "response").isValid(expanded)) return named;
    // The removed headers are valid only for the record without related records.
    const { etag: _, "last-modified": __, ...headers } = named.headers;
    return { ...named, headers, body: JSON.stringify(expanded) };
  };
}

function recordPlaces({ role }: Operation): RecordPlaces | undefined {
  if (role.kind === "list" || role.kind === "view")
    return { resource: role.resource, items: itemsPlace(role.list.shape), record: role.list.item };
  if (!("reply" in role) || !("resource" in role) || role.reply === undefined || ("many" in role && role.many))
    return undefined;
  return { resource: role.resource, items: undefined, record: role.reply };
}

async function inList(
  whole: unknown,
  place: RecordPlace,
  expand: (value: unknown, most: number) => Promise<unknown>,
): Promise<unknown> {
  const list = valueAtPlace(whole, place);
  if (!Array.isArray(list)) return whole;
  const share = Math.ceil(MOST_RECORDS / Math.max(1, list.length));
  return withValueAt(whole, place, await Promise.all(list.map((value) => expand(value, share))));
}

function withoutPrefix(path: readonly string[], prefix: RecordPlace): readonly string[] {
  const isThere =
    prefix.length > 0 && prefix.length < path.length && prefix.every((name, index) => path[index] === name);
  return isThere ? path.slice(prefix.length) : path;
}
