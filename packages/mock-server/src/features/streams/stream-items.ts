import { type BodyPlan, RawText, schemaAt } from "@onespec/http-contract";
import {
  type JsonSchema,
  jsonOf,
  keywordsOf,
  type Operation,
  type RecordPlace,
  type Resource,
  type Schema,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";
import { addressReader } from "../../behaviour/record/record-address.js";
import { selectionReader } from "../../behaviour/selection/list-filters.js";
import type { Call, MockContext } from "../../model/mock-context.js";
import { recordPlace } from "../../response/place-value.js";
import { recordValue } from "../../response/record-answer.js";
import type { RecordQuery } from "../../store/record-store.js";

export interface ItemCount {
  /** `undefined` if the request does not say. */
  readonly wished: number | undefined;
  /** The number that is generated in that case. */
  readonly usual: number;
}

/** Number of records that are read at a time. */
const PAGE = 100;

/** The items of a stream: records if they belong to a resource, else generated values. */
export async function* streamItems(
  context: MockContext,
  operation: Operation,
  call: Call,
  body: BodyPlan,
  seed: string,
  { wished, usual }: ItemCount,
): AsyncGenerator<unknown> {
  const records = recordStream(context, operation, body);
  if (records) yield* records(call, wished);
  else yield* sampledItems(context, body, seed, { wished, usual });
}

function recordStream(
  context: MockContext,
  operation: Operation,
  body: BodyPlan,
): ((call: Call, count: number | undefined) => AsyncGenerator<unknown>) | undefined {
  const { api, schemas, states, seeds } = context;
  const { role, method } = operation;
  if (method !== "get" || !body.schema) return undefined;
  const data = eventData(schemas, body.schema);
  const plan: BodyPlan = { ...body, schema: data ?? body.schema, examples: [] };
  const found =
    role.kind === "list" || role.kind === "view"
      ? role.resource
      : carriedResource(api.resources, operation, schemas, plan);
  const place = found && plan.schema && recordPlace(schemas, plan.schema, found.schema);
  if (!found || !place) return undefined;
  const valueOfRecord = recordValue(context, found, plan, place);
  const read = addressReader(schemas, states, operation, found, role.kind === "view" ? role.scope : undefined);
  const select = role.kind === "list" || role.kind === "view" ? selectionReader(schemas, found, role.list) : undefined;
  return async function* records({ pathTexts, query: sent }, count = Number.POSITIVE_INFINITY) {
    const { scope, where } = read(pathTexts);
    await seeds.fill(found, scope);
    const { fields: _, unknown: __, ...selection } = select?.(sent) ?? { fields: undefined, unknown: [] };
    const query: RecordQuery = { ...selection, scope, where: [...(selection.where ?? []), ...where] };
    const { collection } = states.of(found);
    for (let offset = 0; offset < count; offset += PAGE) {
      const page = await collection.list({ ...query, offset, limit: Math.min(PAGE, count - offset) });
      for (const record of page.records) {
        const value = valueOfRecord(record);
        yield data ? { data: JSON.stringify(value) } : value;
      }
      if (offset + PAGE >= page.total) return;
    }
  };
}

/** The resource whose records are the items, and whose parents are in the path. */
function carriedResource(
  resources: readonly Resource[],
  { path, template }: Operation,
  schemas: SchemaRegistry,
  { schema }: BodyPlan,
): Resource | undefined {
  const fits = resources.filter(
    (resource) =>
      resource.parents.length === template.parameters.length &&
      schema !== undefined &&
      recordPlace(schemas, schema, resource.schema) !== undefined,
  );
  return (
    fits.find(({ collectionPath }) => path.startsWith(collectionPath)) ?? (fits.length === 1 ? fits[0] : undefined)
  );
}

/** The schema of an event's data, if the description says that its text is JSON: OpenAPI 3.2, "Server-Sent Event Streams". */
function eventData(schemas: SchemaRegistry, schema: Schema): Schema | undefined {
  const data = schemaAt(schemas, schema, DATA);
  const { contentSchema: content } = keywordsOf(schemas, data?.json) as { readonly contentSchema?: JsonSchema };
  return content === undefined ? undefined : schemas.schemaOf(content);
}

const DATA: RecordPlace = ["data"];

async function* sampledItems(
  { schemas, fitting }: MockContext,
  { schema, examples }: BodyPlan,
  seed: string,
  { wished, usual }: ItemCount,
): AsyncGenerator<unknown> {
  const given = examples.flatMap((example) => itemsOfExample(example));
  const kinds = schema ? alternatives(schemas, schema) : [];
  const count = wished ?? (given.length > 0 ? given.length : usual === 1 ? 1 : Math.max(usual, kinds.length));
  for (let index = 0; index < count; index++) {
    const example = given.length > 0 ? given[index % given.length] : undefined;
    if (example instanceof RawText || !schema) {
      yield example ?? {};
      continue;
    }
    const options = { seed: `${seed} ${index}`, optional: true, examples: index === 0 };
    // The kinds of items take turns.
    const kind = kinds.length > 0 ? kinds[index % kinds.length] : undefined;
    const base = example ?? (kind && fitting.fit(kind, undefined, options));
    const item = fitting.fit(schema, base, options);
    const data = eventData(schemas, kind ?? schema);
    const isMade = example === undefined && data !== undefined && typeof item === "object" && item !== null;
    yield isMade ? { ...item, data: JSON.stringify(fitting.fit(data, undefined, options)) } : item;
  }
}

function alternatives(schemas: SchemaRegistry, schema: Schema): readonly Schema[] {
  const { oneOf, anyOf } = keywordsOf(schemas, schema.json);
  const objects = (oneOf ?? anyOf ?? []).filter((branch) => schemaShape(schemas, branch).types.has("object"));
  return objects.map((branch) => schemas.schemaOf(branch));
}

/** Splits an example into items: a list, the text of a whole stream, or a single item. */
function itemsOfExample(example: unknown): readonly unknown[] {
  if (Array.isArray(example)) return example;
  if (typeof example !== "string") return example === undefined ? [] : [example];
  if (/^(?:data|event|id|retry|):/m.test(example)) {
    const events = example.split(/\r?\n\r?\n/).filter((part) => part.trim() !== "");
    return events.map((part) => new RawText(`${part.trimEnd()}\n\n`));
  }
  const lines = example.split(/\r?\n/).filter((line) => line.trim() !== "");
  const values = lines.map(parseLine);
  return values.length > 0 && values.every(isStructured) ? values : [example];
}

/** Parses a line of JSON, without the record separator of `application/json-seq`. */
function parseLine(line: string): unknown {
  return jsonOf(line.startsWith("\u001e") ? line.slice(1) : line);
}

function isStructured(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
