import { readFile } from "node:fs/promises";
import { parseText } from "@onespec/spec-core";
import { BOOKSHOP } from "../run-command.js";

const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const list = (schema: object): object => ({ type: "array", items: schema });
const id = { name: "documentId", in: "path", required: true, schema: { type: "integer" } };
const FILE = { type: "string", format: "binary" };
const Document = {
  type: "object",
  required: ["id", "title"],
  properties: { id: { type: "integer", readOnly: true }, title: { type: "string" } },
};
const book = { $ref: "#/components/schemas/Book" };
const author = { $ref: "#/components/schemas/Author" };

const BULK = {
  "/books/bulk": {
    post: {
      operationId: "createBooks",
      requestBody: { required: true, ...json(list(book)) },
      responses: { 201: { description: "The new books.", ...json(list(book)) } },
    },
  },
};
const UPLOADS = {
  "/documents": {
    get: { responses: { 200: { description: "All.", ...json(list(Document)) } } },
    post: {
      requestBody: {
        required: true,
        content: {
          "multipart/form-data": {
            schema: {
              type: "object",
              required: ["title", "file"],
              properties: { title: { type: "string" }, file: FILE },
            },
          },
        },
      },
      responses: { 201: { description: "Kept.", ...json(Document) } },
    },
  },
  "/documents/{documentId}": {
    parameters: [id],
    get: { responses: { 200: { description: "The document.", ...json(Document) } } },
    delete: { responses: { 204: { description: "Gone." } } },
  },
  "/documents/{documentId}/content": {
    parameters: [id],
    get: { responses: { 200: { description: "The file.", content: { "*/*": { schema: FILE } } } } },
  },
  "/documents/{documentId}/photo": {
    parameters: [id],
    get: { responses: { 200: { description: "The photo.", content: { "image/png": { schema: FILE } } } } },
    put: {
      requestBody: { required: true, content: { "image/png": { schema: FILE } } },
      responses: { 204: { description: "Kept." } },
    },
  },
};
const WEBHOOKS = {
  authorCreated: { post: { requestBody: json(author) } },
  authorDeleted: { post: { requestBody: json(author) } },
};

/** The bookshop with bulk creation, and for the mock with uploads and webhooks as well. */
export async function soakDescription(of: "mock" | "app"): Promise<string> {
  const { value } = await parseText(await readFile(BOOKSHOP, "utf8"), BOOKSHOP);
  const shop = value as { readonly paths: object };
  const isMock = of === "mock";
  return JSON.stringify({
    ...shop,
    paths: { ...shop.paths, ...BULK, ...(isMock && UPLOADS) },
    ...(isMock && { webhooks: WEBHOOKS }),
  });
}
