import type { BodyPlan } from "../model/body-plan.js";

/** A text that is written to a stream unchanged, such as an example. */
export class RawText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** One item as its media type writes it. @see RFC 7464 for `application/json-seq` */
export function itemText({ kind, type }: BodyPlan, item: unknown): string {
  if (item instanceof RawText) return item.text;
  if (kind === "events") return eventText(item);
  return `${type.endsWith("json-seq") ? "\u001e" : ""}${JSON.stringify(item)}\n`;
}

/**
 * Writes one server-sent event. An object with the fields of an event is the event; any other value is its data. @see
 * WHATWG HTML, 9.2.6
 */
export function eventText(value: unknown): string {
  const event: object = isEvent(value) ? value : { data: value };
  const lines = Object.entries(event).flatMap(([name, field]) =>
    field === undefined || field === null
      ? []
      : plainText(field)
          .split(/\r\n|[\r\n]/)
          .map((line) => `${name}: ${line}\n`),
  );
  return `${lines.join("")}\n`;
}

const EVENT_FIELDS = new Set(["data", "event", "id", "retry"]);

function isEvent(value: unknown): value is object {
  if (typeof value !== "object" || value === null || !("data" in value)) return false;
  return Object.keys(value).every((name) => EVENT_FIELDS.has(name));
}

function plainText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
