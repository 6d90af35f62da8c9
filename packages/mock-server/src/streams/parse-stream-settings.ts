import { essence } from "@onespec/http-requests";
import { nearestName, type Operation } from "@onespec/spec-core";
import { bodyKind } from "../response/body-kind.js";
import type { StreamSettings } from "./stream-settings.js";

const MOST_EVENTS = 1_000_000;
const LONGEST_INTERVAL_MS = 3_600_000;

/** Reads `x-mock.stream`; each problem is a sentence that says where and what to do. */
export function parseStreamSettings(
  { responses }: Operation,
  given: unknown,
  problems: string[],
): Partial<StreamSettings> {
  const settings: { events?: number; interval?: number; open?: boolean } = {};
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    problems.push("x-mock.stream is not an object of `events`, `interval` and `open`.");
    return settings;
  }
  const kinds = responses.flatMap(({ content }) => content.map(({ type }) => bodyKind(essence(type))));
  if (!kinds.includes("events") && !kinds.includes("json-lines"))
    problems.push("x-mock.stream is for answers that are sequences, such as text/event-stream or application/jsonl.");
  for (const [name, value] of Object.entries(given)) {
    if (name === "open" && typeof value === "boolean") settings.open = value;
    else if (name === "events" && isCount(value, MOST_EVENTS)) settings.events = value;
    else if (name === "interval" && isCount(value, LONGEST_INTERVAL_MS)) settings.interval = value;
    else problems.push(complaint(name));
  }
  return settings;
}

const EXPECTED: Readonly<Record<string, string>> = {
  events: `a whole number from 0 to ${MOST_EVENTS}`,
  interval: `milliseconds from 0 to ${LONGEST_INTERVAL_MS}`,
  open: "true or false",
};

function complaint(name: string): string {
  const expected = Object.hasOwn(EXPECTED, name) ? EXPECTED[name] : undefined;
  if (expected !== undefined) return `x-mock.stream.${name} is not ${expected}.`;
  const near = nearestName(name, Object.keys(EXPECTED));
  return `x-mock.stream has no field \`${name}\`${near === undefined ? "" : `; did you mean \`${near}\`?`}.`;
}

function isCount(value: unknown, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most;
}
