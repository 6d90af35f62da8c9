import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedClient } from "./generated-client.js";

const FIELDS = { name: "fields", in: "query", required: true, schema: { type: "string" } };
const ID = { name: "id", in: "path", required: true, schema: { type: "string" } };
const ok = { 200: { description: "ok", content: { "application/json": { schema: { type: "object" } } } } };

test("what a path has behind a # is not sent, its query is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "onespec-fragments-"));
  const description = {
    openapi: "3.1.0",
    info: { title: "Fragments", version: "1" },
    paths: {
      "/files/{id}": { get: { operationId: "readFile", parameters: [ID], responses: ok } },
      "/files/{id}#share": { put: { operationId: "shareFile", parameters: [ID, FIELDS], responses: ok } },
      "/ips?networks=own": { get: { operationId: "ownNetworks", parameters: [FIELDS], responses: ok } },
    },
  };
  await writeFile(join(folder, "api.json"), JSON.stringify(description));
  const sdk = await generatedClient(join(folder, "api.json"));
  const sent: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    sent.push(`${request.method} ${request.url}`);
    return Response.json({});
  };
  const client = new sdk.module.default({ baseUrl: "http://api.test", fetch });
  await client.files.share({ id: "7", fields: "shared" });
  await client.ipsNetworksOwn.ownNetworks({ fields: "all" });
  await sdk.remove();
  await rm(folder, { recursive: true });
  expect(sent).toEqual([
    "PUT http://api.test/files/7?fields=shared",
    "GET http://api.test/ips?networks=own&fields=all",
  ]);
});
