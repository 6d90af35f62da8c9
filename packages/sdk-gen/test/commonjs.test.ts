import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { BOOKSHOP } from "./real-descriptions.js";
import { typeErrors } from "./type-errors.js";
import { missingRuntime, RUNTIMES, runScript } from "./wire-platforms.js";

const TYPESCRIPT_5 = fileURLToPath(new URL("../node_modules/typescript-5/bin/tsc", import.meta.url));
const NODE = { name: `Node ${process.versions.node}`, variable: "ONESPEC_NODE", args: [] };

const SCRIPT = `
const Client = require("./sdk");
const { Books, ValidationError } = require("./sdk");
const byFile = require("./sdk/index.js");
const client = new Client({ baseUrl: "http://localhost", fetch: () => Promise.resolve(Response.json({ id: 1 })) });
client.books.get(1).then(async (book) => {
  const modules = await import("./sdk/index.js");
  const rejected = await client.books.get("x").catch((error) => error instanceof ValidationError);
  console.log(JSON.stringify([
    book.id, client.books instanceof Books, byFile === Client, Client.default === Client, modules.Client === Client, rejected,
  ]));
});
`;

const TYPED = `
import Client = require("./sdk/index.cjs");
import type { Book } from "./sdk/index.js" with { "resolution-mode": "import" };
const client = new Client({ baseUrl: "http://localhost" });
const found: PromiseLike<Book[]> = client.books.find({ price: { "<": 10 } });
const rejected = (error: unknown): boolean => error instanceof Client.ValidationError;
// @ts-expect-error the client knows its fields
client.books.find({ prise: 1 });
export = { found, rejected };
`;

let sdk: GeneratedClient;
beforeAll(async () => {
  process.env.ONESPEC_NODE ??= process.execPath;
  sdk = await generatedClient(BOOKSHOP);
  await writeFile(join(sdk.folder, "../run.cjs"), SCRIPT);
});
afterAll(() => sdk.remove());

describe("require() gives the class, with everything else as its properties", () => {
  for (const runtime of [NODE, ...RUNTIMES]) {
    const missing = runtime === NODE ? undefined : missingRuntime(runtime);
    test.skipIf(missing !== undefined)(
      `${runtime.name}${missing === undefined ? "" : ` (skipped: ${missing})`}`,
      async () => {
        expect(JSON.parse(await runScript(runtime, join(sdk.folder, "../run.cjs")))).toEqual([
          1,
          true,
          true,
          true,
          true,
          true,
        ]);
      },
    );
  }

  test.each([
    ["7", undefined],
    ["5.9", TYPESCRIPT_5],
  ])("TypeScript %s knows its types", async (_version, tsc) => {
    await writeFile(join(sdk.folder, "../typed.cts"), TYPED);
    expect(await typeErrors(join(sdk.folder, ".."), tsc)).toEqual([]);
  });
});
