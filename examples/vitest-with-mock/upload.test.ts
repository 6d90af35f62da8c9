// @vitest-environment jsdom
import { createMockServer, type MockServer } from "@onespec/mock-server";
import { handlers } from "@onespec/mock-server/msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, expect, test } from "vitest";

const API = "https://api.photos.example";
const photo = { properties: { id: { type: "integer", readOnly: true }, size: { type: "integer", readOnly: true } } };
const form = { required: ["file"], properties: { file: { type: "string", format: "binary" } } };
const answer = (description: string, schema: object) => ({ description, content: { "application/json": { schema } } });
const description = {
  openapi: "3.1.0",
  info: { title: "Photos", version: "1" },
  paths: {
    "/photos": {
      get: { responses: { 200: answer("All photos", { type: "array", items: photo }) } },
      post: {
        requestBody: { required: true, content: { "multipart/form-data": { schema: form } } },
        responses: { 201: answer("The photo", photo) },
      },
    },
  },
};
let mock: MockServer;
const network = setupServer();

beforeAll(async () => {
  mock = await createMockServer({ description });
  network.listen({ onUnhandledRequest: "error" });
  network.use(...handlers(mock, { baseUrl: API }));
});
afterAll(async () => {
  network.close();
  await mock.close();
});

test("a page uploads the file that was chosen", async () => {
  document.body.innerHTML = '<input type="file">';
  const input = document.querySelector("input") as HTMLInputElement;
  // The testing library does this with `userEvent.upload(input, file)`.
  Object.defineProperty(input, "files", { value: [new File(["abc"], "cover.png", { type: "image/png" })] });

  const body = new FormData();
  for (const file of input.files ?? []) body.append("file", file);
  const response = await fetch(`${API}/photos`, { method: "POST", body });
  expect([response.status, await response.json()]).toEqual([201, { id: 1, size: 3 }]);
});
