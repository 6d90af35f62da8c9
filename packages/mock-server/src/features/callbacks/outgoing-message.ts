import { bodyPlans, encodeBody, sampledValue } from "@onespec/http-contract";
import {
  isObject,
  objectProperties,
  type RecordPlace,
  type Schema,
  type SchemaRegistry,
  schemaShape,
  type Webhook,
  withoutWriteOnly,
} from "@onespec/spec-core";
import type { MockContext, RecordChange } from "../../model/mock-context.js";
import { withOrigin } from "../../response/own-address.js";
import { recordPlace } from "../../response/place-value.js";
import { recordValue } from "../../response/record-answer.js";

/** Headers and body of a callback or webhook. */
export interface OutgoingMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/** The input of a message. */
export interface MessageSource {
  /** The record that was written, if one was. */
  readonly change: RecordChange | undefined;
  /** The client's body: properties of the same name are copied. */
  readonly sent: unknown;
  /** Seed of all other values. */
  readonly seed: string;
  /** The origin by which clients reach the records, with the base path. */
  readonly origin: string;
}

/** Body and headers as the description declares them: the stored record in its place, the rest generated. */
export async function outgoingMessage(
  context: MockContext,
  { parameters, requestBody }: Webhook,
  { change, sent, seed, origin }: MessageSource,
): Promise<OutgoingMessage> {
  const { schemas, fitting } = context;
  const headers: Record<string, string> = { "user-agent": "onespec-mock-server" };
  for (const { in: place, name, required, schema, examples } of parameters) {
    if (place !== "header" || !required) continue;
    const value = fitting.fit(schema, examples[0]?.value, { seed: `${seed} ${name}` });
    headers[name.toLowerCase()] = String(value).replace(/[^\t\x20-\x7e]/g, "?");
  }
  const [plan] = bodyPlans(schemas, requestBody?.content ?? []);
  if (!plan) return { headers, body: undefined };
  const { schema } = plan;
  const place = change && schema && recordPlace(schemas, schema, change.resource.schema);
  const made = change
    ? recordValue(context, change.resource, plan, place)(change.record)
    : sampledValue(fitting, plan, seed);
  const echoed =
    place || !schema || !isObject(made) || !isObject(sent)
      ? {}
      : sharedWith(sent, [...objectProperties(schemas, schema.json).keys()]);
  const whole = isObject(made) ? { ...made, ...(change ? {} : echoed) } : made;
  const told = schema && change ? withEvent(schemas, schema, whole, change.kind, place ?? []) : whole;
  // The receiver need not be the client, so write-only properties are removed.
  const shown = schema ? withoutWriteOnly(fitting.fit(schema, told, { seed }), schema, schemas) : told;
  const body = await encodeBody(schemas, plan, shown);
  const text = typeof body === "string" ? withOrigin(body, origin) : body;
  return { headers: { ...headers, "content-type": plan.contentType }, body: text };
}

function sharedWith(sent: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(sent, name)).map((name) => [name, sent[name]]));
}

/** A change of a record. */
export type RecordEvent = Exclude<RecordChange["kind"], "acted">;

const WORDS: Readonly<Record<RecordEvent, ReadonlySet<string>>> = {
  created: new Set(["created", "create", "creation", "new", "added", "add", "inserted", "registered"]),
  updated: new Set(["updated", "update", "changed", "change", "modified", "edited", "edit", "patched"]),
  deleted: new Set(["deleted", "delete", "deletion", "removed", "remove", "destroyed"]),
};

/** The event in a name: `pet.created`, `newPet`, `pet_updated`. */
export function eventOfName(name: string): RecordEvent | undefined {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return (Object.keys(WORDS) as RecordEvent[]).find((event) => words.some((word) => WORDS[event].has(word)));
}

/** Sets the event in properties beside the record, if their enum contains it: `{ type: "pet.updated", data }`. */
function withEvent(
  schemas: SchemaRegistry,
  schema: Schema,
  value: unknown,
  kind: RecordChange["kind"],
  place: RecordPlace,
): unknown {
  // If the record is the whole body, its properties stay unchanged.
  if (kind === "acted" || place.length === 0 || typeof value !== "object" || value === null) return value;
  const told: [string, unknown][] = [];
  for (const property of objectProperties(schemas, schema.json).values()) {
    const { values } = schemaShape(schemas, property.schema);
    const fitting = values.find((one) => typeof one === "string" && eventOfName(one) === kind);
    if (fitting !== undefined && property.name !== place[0]) told.push([property.name, fitting]);
  }
  return told.length === 0 ? value : { ...value, ...Object.fromEntries(told) };
}
