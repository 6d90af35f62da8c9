import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { typeErrors } from "./type-errors.js";

// Words of many APIs, and of the client's own runtime.
const WORDS = ["Drift", "Hooks", "Issue", "Member", "Secret", "Tests", "View"];

const text = { type: "string" };
const item = (word: string): object => ({ type: "object", required: ["id"], properties: { id: text, [word]: text } });
const answer = (word: string): object => ({
  description: "",
  content: { "application/json": { schema: { $ref: `#/components/schemas/${word}` } } },
});
const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Words", version: "1" },
  paths: {
    ...Object.fromEntries(
      WORDS.map((word) => [
        `/of-${word.toLowerCase()}/{id}`,
        {
          parameters: [{ name: "id", in: "path", required: true, schema: text }],
          get: { operationId: `get${word}`, responses: { 200: answer(word) } },
        },
      ]),
    ),
  },
  components: { schemas: Object.fromEntries(WORDS.map((word) => [word, item(word)])) },
};

let folder: string;
let sdk: GeneratedClient;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-words-"));
  await writeFile(join(folder, "api.json"), JSON.stringify(DOCUMENT));
  sdk = await generatedClient(join(folder, "api.json"));
});
afterAll(async () => {
  await sdk.remove();
  await rm(folder, { recursive: true, force: true });
});

test("schemas keep names that the runtime uses inside only", async () => {
  const types = WORDS.map((word) => `export const ${word.toLowerCase()}: ${word} = { id: "1", ${word}: "a" };`);
  await writeFile(
    join(sdk.folder, "user.ts"),
    [`import type { ${WORDS.join(", ")} } from "./index.js";`, ...types].join("\n"),
  );
  expect(await typeErrors(sdk.folder)).toEqual([]);
  expect(await readFile(join(sdk.folder, "index.d.ts"), "utf8")).not.toContain("MemberModel");
});

test("resources of such names do not meet the types of the runtime", async () => {
  const paths = Object.fromEntries(
    WORDS.map((word) => [
      `/${word.toLowerCase()}`,
      { get: { responses: { 200: answer("Note") } }, put: { responses: { 200: answer("Note") } } },
    ]),
  );
  const file = join(folder, "resources.json");
  await writeFile(file, JSON.stringify({ ...DOCUMENT, paths, components: { schemas: { Note: item("note") } } }));
  const resources = await generatedClient(file);
  expect(await typeErrors(resources.folder)).toEqual([]);
  await resources.remove();
});
