import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inPath, json, ok } from "./http-client.js";
import { makeFolder, startProcess } from "./run-command.js";

const Document = {
  type: "object",
  required: ["id", "title"],
  properties: { id: { type: "integer", readOnly: true }, title: { type: "string" } },
};
const Form = {
  type: "object",
  properties: { title: { type: "string" }, file: { type: "string", format: "binary" } },
};
const API = {
  openapi: "3.1.0",
  info: { title: "Documents", version: "1" },
  paths: {
    "/documents": {
      get: { responses: ok({ type: "array", items: Document }) },
      post: {
        requestBody: { content: { "multipart/form-data": { schema: Form } } },
        responses: { 201: { description: "made", ...json(Document) } },
      },
    },
    "/documents/{id}": {
      parameters: [inPath("id", { type: "integer" })],
      get: { responses: ok(Document) },
      delete: { responses: { 204: { description: "gone" } } },
    },
    "/documents/{id}/content": {
      parameters: [inPath("id", { type: "integer" })],
      get: { responses: { 200: { description: "the file", content: { "*/*": {} } } } },
    },
  },
};

/** Ends the process at the first of these writes, before it is done. */
const killedAt = (pattern: RegExp): string => {
  const module = `import fs from "node:fs";
const { writeSync } = fs;
fs.writeSync = (fd, data, ...rest) => {
  if (${pattern}.test(String(data))) process.kill(process.pid, "SIGKILL");
  return writeSync(fd, data, ...rest);
};`;
  return `--import data:text/javascript,${encodeURIComponent(module)}`;
};

test("after a server is killed between a record and its files, the next server frees the space", async () => {
  const folder = await makeFolder({ "api.json": JSON.stringify(API) });
  const args = ["api.json", "--seed", "0", "--data-dir", "data"];
  const contents = async (): Promise<readonly string[]> => readdir(join(folder, "data", ".files"));
  const upload = (url: string, title: string): Promise<Response> => {
    const body = new FormData();
    body.set("title", title);
    body.set("file", new Blob([`content of ${title}`]), "a.txt");
    return fetch(`${url}/documents`, { method: "POST", body });
  };

  const first = await startProcess(args, folder, killedAt(/\["delete",.*"#file#0"/));
  for (const title of ["stays", "goes"]) expect((await upload(first.url, title)).status).toBe(201);
  expect(await contents()).toHaveLength(2);
  await expect(fetch(`${first.url}/documents/2`, { method: "DELETE" })).rejects.toThrow();

  const second = await startProcess(args, folder);
  await expect.poll(contents).toHaveLength(1);
  const get = (path: string): Promise<Response> => fetch(`${second.url}${path}`);
  expect((await get("/documents/2")).status).toBe(404);
  expect(await (await get("/documents/1/content")).text()).toBe("content of stays");
  await second.end("SIGTERM");
  const kept = await readFile(join(folder, "data", "_files.json"), "utf8");
  expect(kept).toContain("documents/1");
  expect(kept).not.toContain("documents/2");
});
