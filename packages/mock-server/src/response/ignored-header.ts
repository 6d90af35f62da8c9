import type { Answer } from "@onespec/http-contract";

/** Adds names to the header `Mock-Ignored`: parts of the request that have no effect, and fields that no record has. */
export function withIgnored(answer: Answer, names: readonly string[]): Answer {
  const said = [answer.headers["mock-ignored"], ...names.map(headerText)].filter((text) => text !== undefined);
  return { ...answer, headers: { ...answer.headers, "mock-ignored": said.join(", ") } };
}

function headerText(name: string): string {
  return name.slice(0, LONGEST_NAME).replace(/[^\x21-\x7e]/g, "?");
}

const LONGEST_NAME = 100;
