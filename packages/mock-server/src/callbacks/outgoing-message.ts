import { objectProperties, type Webhook, withoutWriteOnly } from "@onespec/spec-core";
import { bodyPlans } from "../response/body-plan.js";
import { encodeBody } from "../response/encode-body.js";
import { recordValue } from "../response/record-answer.js";
import { recordPlace } from "../response/record-place.js";
import { sampledValue } from "../response/sampled-value.js";
import type { MockContext, RecordChange } from "../server/mock-context.js";
import { withEvent } from "./webhook-event.js";

/** What a request of the server's own holds. */
export interface OutgoingMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/** Made of what happened. */
export interface MessageSource {
  /** The record that was written, if one was. */
  readonly change: RecordChange | undefined;
  /** What the client sent: properties of the same names say the same. */
  readonly sent: unknown;
  /** Text from which the rest is made up. */
  readonly seed: string;
}

/** The body and headers that the description has for a request: the stored record where it stands in them, the rest made up. */
export async function outgoingMessage(
  context: MockContext,
  { parameters, requestBody }: Webhook,
  { change, sent, seed }: MessageSource,
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
  // Who receives it need not be who sent it.
  const shown = schema ? withoutWriteOnly(fitting.fit(schema, told, { seed }), schema, schemas) : told;
  const body = await encodeBody(schemas, plan, shown);
  return { headers: { ...headers, "content-type": plan.contentType }, body };
}

function sharedWith(sent: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(sent, name)).map((name) => [name, sent[name]]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
