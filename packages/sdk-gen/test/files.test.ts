import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type ServedClient, servedClient } from "./served-client.js";

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
