import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeFolder } from "./run-command.js";

const RUN = fileURLToPath(new URL("./load-hostile.mjs", import.meta.url));
/** Megabytes of memory. */
const MEMORY = 1_024;
/** Far above what any takes, for a machine that is busy. In milliseconds. */
const PATIENCE = 40_000;

/** How a server of the description gets on in a process of its own, which is killed when it takes too much. */
async function outcome(text: string): Promise<unknown> {
  const folder = await makeFolder({ "api.json": text });
  const args = [`--max-old-space-size=${MEMORY}`, RUN, join(folder, "api.json")];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: folder,
    timeout: PATIENCE,
    killSignal: "SIGKILL",
  });
  return JSON.parse(stdout);
}

function description(schema: object, others: object = {}): string {
  const things = { type: "object", required: ["id"], properties: { id: { type: "string" }, p: schema } };
  const json = { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } };
  const list = { "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Thing" } } } };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/things": {
        get: { responses: { 200: { description: "", content: list } } },
        post: { requestBody: { content: json }, responses: { 201: { description: "", content: json } } },
      },
    },
    components: { schemas: { Thing: things, ...others } },
  });
}

const nested = (open: string, close: string): string =>
  description({}).replace('"p":{}', `"p":${open.repeat(10_000)}{}${close.repeat(10_000)}`);

test.each<readonly [string, string]>([
  ["schemas 10,000 levels deep", nested('{"properties":{"a":', "}}")],
  ["allOf 10,000 levels deep", nested('{"allOf":[', "]}")],
  [
    "a chain of 50,000 references",
    description(
      { $ref: "#/components/schemas/C0" },
      {
        ...Object.fromEntries(
          Array.from({ length: 50_000 }, (_, index) => [`C${index}`, { $ref: `#/components/schemas/C${index + 1}` }]),
        ),
        C50000: { type: "string" },
      },
    ),
  ],
  [
    "references in a circle",
    description(
      { $ref: "#/components/schemas/A" },
      { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } },
    ),
  ],
  ["a pattern that backtracks", description({ type: "string", pattern: "^(a+)+$" })],
  ["a pattern that backtracks with a backreference", description({ type: "string", pattern: "^(?=(a+))(\\1+)+b$" })],
  ["a pattern of a hundred million letters", description({ type: "string", pattern: "a{100000000}" })],
  [
    "names by a pattern that backtracks",
    description({ type: "object" }).replace(
      '"type":"object","required"',
      '"patternProperties":{"^(a+)+$":{}},"type":"object","required"',
    ),
  ],
  ["a billion characters", description({ type: "string", minLength: 1e9 })],
  ["a billion elements", description({ type: "array", minItems: 1e9, items: { type: "string" } })],
  ["a billion properties", description({ type: "object", minProperties: 1e9 })],
  ["an enumeration of 200,000", description({ enum: Array.from({ length: 200_000 }, (_, index) => `v${index}`) })],
  ["numbers out of reach", description({ type: "number", multipleOf: 1e-300, minimum: 1e300 })],
])("%s: served, or rejected with a code, within a gigabyte", async (_, text) => {
  expect(await outcome(text)).toMatchObject({
    outcome: expect.stringMatching(/^(?:served|[A-Z]+(?:_[A-Z]+)+)$/),
    bugs: [],
  });
});
