import type { Answer } from "@onespec/http-contract";
import { isObject } from "@onespec/spec-core";

/** Adds names to the header `Mock-Ignored`: parts of the request that have no effect, and fields that no record has. */
export function withIgnored(answer: Answer, names: readonly string[]): Answer {
  const said = [answer.headers["mock-ignored"], ...names.map(headerText)].filter((text) => text !== undefined);
  return { ...answer, headers: { ...answer.headers, "mock-ignored": said.join(", ") } };
}

/** The fields with plain values that an answer shows with other values, since the record's schema does not allow what the request's does. */
export function changedNames(sent: unknown, shown: unknown): readonly string[] {
  if (!isObject(sent) || !isObject(shown)) return [];
  return Object.keys(sent).filter(
    (name) => typeof sent[name] !== "object" && Object.hasOwn(shown, name) && shown[name] !== sent[name],
  );
}

/** A name as a header can hold it. */
export function headerText(name: string): string {
  return name.slice(0, LONGEST_NAME).replace(/[^\x21-\x7e]/g, "?");
}

const LONGEST_NAME = 100;
