import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { DIAGNOSTIC_CODES } from "./diagnostic.js";

test("the README explains every code of a diagnostic, and only those", async () => {
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const section = /^### Diagnostics\n([\s\S]*?)^## /m.exec(readme)?.[1] ?? "";
  const rows = [...section.matchAll(/^\| `([^`]+)` \| (.+) \| (.+) \|$/gm)];
  expect(rows.map(([, code]) => code)).toEqual(DIAGNOSTIC_CODES);
});
