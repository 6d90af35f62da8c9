import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type ServedClient, servedClient } from "./served-client.js";

const AsyncFunction = (async () => {}).constructor as new (
  ...source: string[]
) => (client: unknown, document: unknown) => Promise<unknown>;

let served: ServedClient;
afterEach(() => served.close());

test("a file in a body goes as multipart where that is offered, anything else as JSON", async () => {
  const schema = {
    type: "object",
    properties: {
      title: { type: "string" },
      file: { type: "string", format: "binary" },
      more: { type: "array", items: { type: "string", format: "binary" } },
      size: { type: "integer", format: "int64", maximum: 2 ** 63, minimum: 0 },
    },
  };
  const content = { "application/json": { schema }, "multipart/form-data": { schema } };
  const seen: string[] = [];
  served = await servedClient(
    {
      paths: {
        "/upload": {
          post: {
            operationId: "upload",
            tags: ["files"],
            requestBody: { content },
            responses: { 200: { description: "" } },
          },
        },
      },
    },
    {
      answer({ headers, text }) {
        seen.push(`${headers["content-type"]?.split(";")[0]} ${text.includes("bytes")}`);
        return {};
      },
    },
  );
  const { files } = served.client;
  await files.upload({ title: "a", file: new Blob(["bytes"]) });
  await files.upload({ more: [new Uint8Array([98, 121, 116, 101, 115])] });
  await files.upload({ title: "bytes" });
  expect(seen).toEqual(["multipart/form-data true", "multipart/form-data true", "application/json true"]);
  const types = await readFile(join(served.folder, "resources/Files.d.ts"), "utf8");
  expect(types).toContain("(int64, minimum 0)");
  expect(types).not.toContain("9223372036854776000");
});

test("the README shows files for the binary parts of a form, and the example runs", async () => {
  const binary = { type: "string", format: "binary" };
  const schema = {
    type: "object",
    required: ["file", "more", "caption"],
    properties: { file: binary, more: { type: "array", minItems: 1, items: binary }, caption: { const: "sea" } },
  };
  const encoding = { file: { contentType: "image/png" }, more: { contentType: "image/png, image/jpeg" } };
  const seen: string[] = [];
  served = await servedClient(
    {
      paths: {
        "/photos": {
          post: {
            operationId: "uploadPhoto",
            tags: ["photos"],
            requestBody: { required: true, content: { "multipart/form-data": { schema, encoding } } },
            responses: { 200: { description: "" } },
          },
        },
      },
    },
    {
      answer({ text }) {
        seen.push(...(text.match(/^content-type: .*$/gim) ?? []));
        return {};
      },
    },
  );
  const readme = await readFile(join(served.folder, "README.md"), "utf8");
  const call = /client\.photos\.\w+\((\{[\s\S]*?\n\})\)/.exec(readme);
  expect(call?.[1]).toContain('file: new Blob(["…"], { type: "image/png" })');
  expect(call?.[1]).toContain('more: [new Blob(["…"], { type: "text/plain" })]');
  expect(call?.[1]).toContain('caption: "sea"');
  const run = new Function("client", `return ${call?.[0]};`);
  await run(served.client);
  expect(seen.map((line) => line.split(": ")[1]?.trim())).toEqual(expect.arrayContaining(["image/png", "text/plain"]));
});

test("the upload of the page on the client sends the file of an input with its name and type", async () => {
  const page = await readFile(new URL("../../../docs/client/index.md", import.meta.url), "utf8");
  const [, code = ""] = /## Upload a file[\s\S]*?```js\n([\s\S]*?)```/.exec(page) ?? [];
  const binary = { type: "string", format: "binary" };
  const schema = { type: "object", required: ["file"], properties: { file: binary, caption: { type: "string" } } };
  const photo = { type: "object", properties: { id: { type: "integer" }, caption: { type: "string" } } };
  const content = { "application/json": { schema: photo } };
  const parameters = [{ name: "plantId", in: "path", required: true, schema: { type: "integer" } }];
  const list = { "application/json": { schema: { type: "array", items: photo } } };
  const seen: string[] = [];
  served = await servedClient(
    {
      paths: {
        "/plants/{plantId}/photos": {
          parameters,
          get: { operationId: "listPhotos", responses: { 200: { description: "", content: list } } },
          post: {
            operationId: "uploadPhoto",
            requestBody: { required: true, content: { "multipart/form-data": { schema } } },
            responses: { 201: { description: "", content } },
          },
        },
      },
    },
    {
      answer({ path, text }) {
        seen.push(path, text);
        return { status: 201, body: { id: 1 } };
      },
    },
  );
  const files = [new File(["leaf"], "leaf.png", { type: "image/png" })];
  const run = new AsyncFunction("client", "document", code);
  await run(served.client, { querySelector: () => ({ files }) });
  expect(seen[0]).toBe("/plants/1/photos");
  expect(seen[1]).toMatch(/filename="leaf\.png"\r\ncontent-type: image\/png\r\n\r\nleaf/i);
  expect(seen[1]).toMatch(/name="caption"\r\n\r\nIn May/);
});
