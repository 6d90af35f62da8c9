import { literal } from "./escape.js";
import { valueText } from "./value-text.js";

/** One request of a test and the expected answer. */
export interface TestStep {
  readonly method: string;
  /** A path. If it begins with a backtick, a template literal. */
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** Further statements; the answer is `answer`, of later steps `answer2` ... */
  readonly checks?: readonly string[];
}

export interface TestDraft {
  readonly title: string;
  /** The test may fail until this is done. */
  readonly todo?: string;
  /** Statements before the first request. */
  readonly setup?: readonly string[];
  readonly steps: readonly TestStep[];
}

/**
 * A file in `tests` that sends requests to the application, with a separate database. The text is the same in
 * JavaScript and TypeScript.
 */
export function emitTest(tests: readonly TestDraft[]): string {
  return `import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestApp } from "@onespec/framework-cli/testing";

${tests.map(testText).join("\n")}`;
}

function testText({ title, todo, setup = [], steps }: TestDraft): string {
  return `test(${literal(title)}, ${todo === undefined ? "" : `{ todo: ${literal(todo)} }, `}() =>
  withTestApp(async (app) => {
${[...setup, ...steps.flatMap(stepLines)].map((statement) => `    ${statement}`).join("\n")}
  }));
`;
}

/** Statements. In a statement of several lines, the lines after the first are already indented. */
function stepLines({ method, path, body, status, checks = [] }: TestStep, at: number): string[] {
  const name = at === 0 ? "answer" : `answer${at + 1}`;
  const place = path.startsWith("`") ? path : literal(path);
  const start = `const ${name} = await app.request(${literal(method)}, ${place}`;
  const third = body === undefined ? "" : `, ${valueText(body, 2, start.length + 8)}`;
  return [`${start}${third});`, `assert.equal(${name}.status, ${status});`, ...checks];
}
