import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedClient } from "./generated-client.js";
import { typeErrors } from "./type-errors.js";

const order = {
  type: "object",
  required: ["count"],
  properties: { id: { type: "integer", readOnly: true }, count: { type: "integer" } },
};
const json = { content: { "application/json": { schema: order } } };
const description = {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  paths: {
    "/orders": {
      post: {
        operationId: "createOrder",
        parameters: [
          { name: "Idempotency-Key", in: "header", required: true, schema: { type: "string", minLength: 8 } },
        ],
        requestBody: { required: true, ...json },
        responses: { 201: { description: "made", ...json } },
      },
    },
    "/orders/{id}": {
      get: {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        responses: { 200: { description: "the order", ...json } },
      },
    },
  },
};

test("the client fills a required idempotency header, with the key of the option where there is one", async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "idempotency-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "api.json"), JSON.stringify(description));
  const sdk = await generatedClient(join(folder, "api.json"));
  onTestFinished(sdk.remove);
  const keys: (string | null)[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    keys.push(request.headers.get("idempotency-key"));
    return Response.json({ id: 1, count: 2 }, { status: 201 });
  };
  const client = new sdk.module.default({ baseUrl: "http://127.0.0.1:1", fetch });
  await client.orders.create({ count: 2 });
  await client.orders.create({ count: 2 }, { idempotencyKey: "abcdefgh" });
  await client.orders.create({ count: 2 }, { params: { "Idempotency-Key": "ijklmnop" } });
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), "abcdefgh", "ijklmnop"]);
  await writeFile(
    join(sdk.folder, "use.ts"),
    `import Client from "./index.js";
const client = new Client({ baseUrl: "http://127.0.0.1:1" });
void client.orders.create({ count: 2 });
void client.orders.create({ count: 2 }, { idempotencyKey: "abcdefgh" });
`,
  );
  expect(await typeErrors(sdk.folder)).toEqual([]);
});
