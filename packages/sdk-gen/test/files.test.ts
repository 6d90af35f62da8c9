import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type ServedClient, servedClient } from "./served-client.js";
import { typeErrors } from "./type-errors.js";

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

test("a file in place of the form is an error, and a required header may come with the options", async () => {
  const schema = { type: "object", properties: { photo: { type: "string", format: "binary" } } };
  const seen: unknown[] = [];
  served = await servedClient(
    {
      paths: {
        "/photos": {
          post: {
            operationId: "uploadPhoto",
            tags: ["photos"],
            parameters: [{ name: "If-Match", in: "header", required: true, schema: { type: "string" } }],
            requestBody: { required: true, content: { "multipart/form-data": { schema } } },
            responses: { 204: { description: "" } },
          },
        },
      },
    },
    {
      answer({ headers }) {
        seen.push(headers["if-match"]);
        return { status: 204 };
      },
    },
  );
  const { photos } = served.client;
  const photo = new Blob(["bytes"]);
  await expect(photos.upload({ "If-Match": "1" }, photo)).rejects.toThrow(
    /body: must be an object of the form's fields/,
  );
  await expect(photos.upload({}, { photo })).rejects.toThrow(/header If-Match: is required/);
  await photos.upload({ "If-Match": "1" }, { photo });
  await photos.upload({}, { photo }, { headers: { "if-match": "2" } });
  const form = new FormData();
  form.append("photo", photo);
  await photos.upload({ "If-Match": "3" }, form);
  expect(seen).toEqual(["1", "2", "3"]);
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

test("files written the way of OpenAPI 3.1 have the type of binary parts, and the README shows files", async () => {
  const upload = {
    type: "object",
    required: ["image", "any", "bytes", "more", "coded"],
    properties: {
      image: { type: "string", contentMediaType: "image/png" },
      any: { description: "A scan." },
      bytes: { contentMediaType: "application/octet-stream" },
      more: { type: "array", minItems: 1, items: { type: "string", contentMediaType: "application/octet-stream" } },
      coded: { type: "string", contentMediaType: "image/png", contentEncoding: "base64" },
      drawing: {},
      facts: {},
      note: { type: "string" },
    },
  };
  const encoding = { drawing: { contentType: "image/svg+xml" }, facts: { contentType: "application/json" } };
  const form = (schema: object): object => ({
    required: true,
    content: { "multipart/form-data": { schema, encoding } },
  });
  const raw = { schema: { type: "string", contentMediaType: "image/png" } };
  const responses = { 200: { description: "" } };
  const seen: string[] = [];
  served = await servedClient(
    {
      components: { schemas: { Upload: upload } },
      paths: {
        "/scans": {
          post: {
            operationId: "uploadScan",
            tags: ["scans"],
            requestBody: form({ $ref: "#/components/schemas/Upload" }),
            responses,
          },
        },
        "/raw": {
          post: {
            operationId: "sendRaw",
            tags: ["raw"],
            requestBody: { required: true, content: { "image/png": raw } },
            responses,
          },
        },
        "/settings": {
          post: {
            operationId: "saveSettings",
            tags: ["settings"],
            requestBody: {
              required: true,
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    required: ["page"],
                    properties: { page: { type: "string", contentMediaType: "text/html" }, any: {} },
                  },
                },
              },
            },
            responses,
          },
        },
      },
    },
    {
      answer({ text }) {
        seen.push(...(text.match(/name="\w+"(?:; filename="\w+")?/g) ?? []));
        return {};
      },
    },
  );
  const program = `
    import Client from "./index.js";
    const client = new Client();
    const file = new Blob(["a"]);
    const bytes = new Uint8Array([1]);
    await client.scans.upload({ image: file, any: bytes, bytes: file, more: [bytes], coded: "QQ==", drawing: file, facts: { a: 1 } });
    await client.raw.send(file);
    await client.settings.save({ page: "<p>", any: 1 });
    // @ts-expect-error: a number is no file
    await client.scans.upload({ image: 1, any: bytes, bytes: file, more: [bytes], coded: "QQ==" });
    // @ts-expect-error: a number is no file
    await client.scans.upload({ image: file, any: 1, bytes: file, more: [bytes], coded: "QQ==" });
    // @ts-expect-error: base64 is a text
    await client.scans.upload({ image: file, any: bytes, bytes: file, more: [bytes], coded: file });
    // @ts-expect-error: JSON holds no file
    await client.settings.save({ page: file });
  `;
  await writeFile(join(served.folder, "uploads.ts"), program);
  expect(await typeErrors(served.folder)).toEqual([]);
  const readme = await readFile(join(served.folder, "README.md"), "utf8");
  const call = /client\.scans\.\w+\((\{[\s\S]*?\n\})\)/.exec(readme);
  expect(call?.[1]).toContain('image: new Blob(["…"], { type: "image/png" })');
  expect(call?.[1]).toContain("any: new Blob(");
  expect(call?.[1]).toContain("more: [new Blob(");
  await new Function("client", `return ${call?.[0]};`)(served.client);
  expect(seen.filter((part) => part.includes("filename")).map((part) => part.split('"')[1])).toEqual([
    "any",
    "bytes",
    "image",
    "more",
  ]);
});

test("a stream is sent once, and the answer to it is the error", async () => {
  const content = { "application/octet-stream": { schema: {} } };
  const responses = { 200: { description: "" } };
  const put = { operationId: "send", tags: ["files"], requestBody: { required: true, content }, responses };
  served = await servedClient({ paths: { "/file": { put } } }, { answer: () => ({ status: 503 }) });
  const { files } = served.client;
  await expect(files.send(new Blob(["bytes"]).stream())).rejects.toMatchObject({ status: 503 });
  expect(served.asked()).toHaveLength(1);
  await expect(files.send(new Blob(["bytes"]))).rejects.toMatchObject({ status: 503 });
  expect(served.asked()).toHaveLength(3);
});
