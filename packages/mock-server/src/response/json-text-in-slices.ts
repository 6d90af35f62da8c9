import { inSlices } from "@onespec/http-requests";
import { holdsMoreThan, type Steps } from "@onespec/spec-core";

/** Values that are written out in one step. */
const STEP = 500;

/** What `JSON.stringify` makes of a value that is JSON, while others have their turn. */
export function jsonTextInSlices(value: unknown): Promise<string> {
  return inSlices(jsonText(value));
}

function* jsonText(value: unknown): Steps<string> {
  if (typeof value !== "object" || value === null || !holdsMoreThan(value, STEP)) return JSON.stringify(value);
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) {
      parts.push((yield* jsonText(item)) ?? "null");
      yield;
    }
    return `[${parts.join(",")}]`;
  }
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    parts.push(`${JSON.stringify(name)}:${yield* jsonText(member)}`);
    yield;
  }
  return `{${parts.join(",")}}`;
}
