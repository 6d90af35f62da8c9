import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createMockServer } from "@onespec/mock-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { examplesOf, runExample } from "./markdown-examples.js";
import { BOOKSHOP } from "./real-descriptions.js";
import { pair, servedClient } from "./served-client.js";

describe("the README of the bookshop's client", () => {
  let sdk: GeneratedClient;
  let readme: string;
  beforeAll(async () => {
    sdk = await generatedClient(BOOKSHOP, { with: ["mcp", "tanstack-query"] });
    readme = await readFile(join(sdk.folder, "README.md"), "utf8");
  });
  afterAll(() => sdk.remove());

  test("has an example for each resource, and each runs from top to bottom", async () => {
    const mock = await createMockServer({ description: BOOKSHOP, seed: 5 });
    const client = new sdk.module.default({
      baseUrl: "http://localhost",
      auth: { token: "t" },
      fetch: (request: Request) => mock.fetch(request),
    });
    const examples = examplesOf(readme.slice(readme.indexOf("## Examples"), readme.indexOf("## Errors")));
    expect(examples.map(({ heading }) => heading)).toEqual(Object.keys(client));
    for (const { code } of examples) await runExample(code, client);
    await mock.close();
  });

  test("explains every error class and code that the client has", async () => {
    const { ClientError, ApiError } = sdk.module;
    const classes = Object.entries(sdk.module)
      .filter(
        ([, value]) => typeof value === "function" && (value === ClientError || value.prototype instanceof ClientError),
      )
      .map(([name, value]) => ({ name, isStatus: (value as { prototype: unknown }).prototype instanceof ApiError }));
    for (const { name, isStatus } of classes)
      if (!isStatus && name !== "ClientError") expect(readme).toContain(`\`${name}\``);
    const codes = new Set<string>();
    for (const path of await readdir(join(sdk.folder, "utils"), { recursive: true })) {
      if (!path.endsWith(".js")) continue;
      const source = await readFile(join(sdk.folder, "utils", path), "utf8");
      for (const [, code] of source.matchAll(/super\(\s*"([A-Z_]+)"|new ClientError\(\s*"([A-Z_]+)"/g))
        if (code) codes.add(code);
    }
    expect(codes.size).toBeGreaterThan(3);
    for (const code of codes) expect(readme).toContain(`\`${code}\``);
  });
});

test("the README asks for ids as the records have them", async () => {
  const paths = pair("parts", { name: { type: "string" } }, { id: { type: "string", format: "uuid" } });
  const { client, folder, close } = await servedClient({ paths }, { answer: () => ({ body: [] }) });
  const readme = await readFile(join(folder, "README.md"), "utf8");
  const [, ids = ""] = /client\.parts\.find\(\{ id: \{ in: (\[.*?\]) \} \}\)/.exec(readme) ?? [];
  expect(JSON.parse(ids)).toHaveLength(2);
  expect(() => client.parts.find({ id: { in: [1, 2] } })).toThrow("id");
  client.parts.find({ id: { in: JSON.parse(ids) } });
  await close();
});
