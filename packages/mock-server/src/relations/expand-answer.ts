import type { Operation, RecordPlace, Resource } from "@onespec/spec-core";
import { itemsPlace } from "../behaviour/page-request.js";
import { addressReader } from "../behaviour/record-address.js";
import type { Answer } from "../response/answer.js";
import { valueAtPlace, withValueAt } from "../response/place-value.js";
import { itemSchemaOf, schemaAt } from "../response/schema-at.js";
import type { Call, MockContext } from "../server/mock-context.js";
import { expandRecord } from "./expand-record.js";

/** Puts the related records that were asked for into an answer. What its schema does not allow stays as it is. */
export type ExpandAnswer = (call: Call, answer: Answer, paths: readonly (readonly string[])[]) => Promise<Answer>;

/** Related records in one answer; those of a list have equal shares, so that what is answered does not depend on who is quicker. */
const MOST_RECORDS = 10_000;

/** Where an answer holds records: `items` in a list, `record` in that or by itself. */
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
    const schema = call.body?.schema;
    if (!schema || call.body?.kind !== "json" || typeof answer.body !== "string" || answer.status >= 300) return answer;
    const whole: unknown = JSON.parse(answer.body);
    const holder = items ? schemaAt(schemas, schema, items) : schema;
    const element = items ? holder && itemSchemaOf(schemas, holder) : holder;
    const recordSchema = element && schemaAt(schemas, element, record);
    if (!recordSchema) return answer;
    const { scope } = read(call.values.pathTexts);
    // Stripe spells them as they stand in the answer: `data.customer`.
    const wanted = paths.map((path) => withoutPrefix(withoutPrefix(path, items ?? []), record));
    const expand = async (value: unknown, most = MOST_RECORDS): Promise<unknown> => {
      const found = valueAtPlace(value, record);
      if (!isObject(found)) return value;
      const place = { schema: recordSchema, scope };
      const expanded = await expandRecord(context, owner, place, found, wanted, { records: most });
      return withValueAt(value, record, expanded);
    };
    const expanded = items ? await inList(whole, items, expand) : await expand(whole);
    if (!schemas.validator(schema, "response").isValid(expanded)) return answer;
    // What the tags say of the record they do not say of those that were put into it.
    const { etag: _, "last-modified": __, ...headers } = answer.headers;
    return { ...answer, headers, body: JSON.stringify(expanded) };
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
