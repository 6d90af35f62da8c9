import "./dom-globals.js";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createMockServer } from "@onespec/mock-server";
import { build } from "esbuild";
import { afterEach, expect, test, vi } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { BOOKSHOP } from "./real-descriptions.js";
import { typeErrors } from "./type-errors.js";

const read = (page: string): Promise<string> => readFile(new URL(`../../../docs/${page}`, import.meta.url), "utf8");
const NODE_MODULES = fileURLToPath(new URL("../node_modules", import.meta.url));

let sdk: GeneratedClient;
afterEach(() => sdk.remove());

/** The folder of a page's code beside a client of the description. */
async function project(description: string): Promise<string> {
  sdk = await generatedClient(description, { with: ["tanstack-query"] });
  const folder = dirname(sdk.folder);
  await symlink(NODE_MODULES, join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  return folder;
}

const MAIN = `import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { Discount } from "./discount.js";
const root = createRoot(document.body.appendChild(document.createElement("div")));
root.render(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Discount, { id: 1 })));
export const unmount = () => root.unmount();
`;
const QUERIES = `import Client from "./sdk/index.js";
import { createQueries } from "./sdk/tanstack-query.js";
const { clientOptions } = globalThis as { clientOptions?: object };
export const queries = createQueries(new Client({ auth: { token: "t" }, ...clientOptions }));
`;

test("the optimistic update of the page about TanStack Query shows the new value at once, and the old one after an error", async () => {
  const folder = await project(BOOKSHOP);
  const [, code = ""] =
    /^```tsx\n\/\/ src\/discount\.tsx\n([\s\S]*?)^```$/m.exec(await read("client/tanstack-query.md")) ?? [];
  await writeFile(join(folder, "discount.tsx"), code);
  await writeFile(join(folder, "queries.ts"), QUERIES);
  expect(await typeErrors(folder)).toEqual([]);

  const mock = await createMockServer({ description: BOOKSHOP, seed: 5 });
  let refuse = (): void => {};
  const fetch = async (request: Request): Promise<Response> => {
    if (request.method !== "PATCH") return mock.fetch(request);
    await new Promise<void>((resolve) => (refuse = resolve));
    return Response.json({ error: "No discounts" }, { status: 409 });
  };
  Object.assign(globalThis, { clientOptions: { baseUrl: "http://mock", fetch } });
  await writeFile(join(folder, "main.ts"), MAIN);
  const outfile = join(folder, "main.mjs");
  const define = { "process.env.NODE_ENV": '"development"' };
  await build({
    entryPoints: [join(folder, "main.ts")],
    bundle: true,
    format: "esm",
    jsx: "automatic",
    define,
    outfile,
  });
  const { unmount } = await import(pathToFileURL(outfile).href);
  const button = (): HTMLButtonElement | null => document.querySelector("button");
  const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 30_000 });
  await until(() => expect(button()?.textContent).toMatch(/\d/));
  const price = button()?.textContent;
  expect(price).not.toBe("500");
  button()?.click();
  await until(() => expect(button()?.textContent).toBe("500"));
  refuse();
  await until(() => expect(button()?.textContent).toBe(price));
  unmount();
  await mock.close();
});

const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const TEXT = { type: "string" };
const DESK = {
  openapi: "3.1.0",
  info: { title: "Desk", version: "1" },
  security: [{ bearer: [] }],
  paths: {
    "/login": {
      post: {
        operationId: "login",
        tags: ["auth"],
        security: [],
        requestBody: {
          required: true,
          ...json({ type: "object", required: ["email", "password"], properties: { email: TEXT, password: TEXT } }),
        },
        responses: {
          200: {
            description: "",
            ...json({
              type: "object",
              required: ["token", "agent"],
              properties: { token: TEXT, agent: { $ref: "#/components/schemas/Agent" } },
            }),
          },
        },
      },
    },
    "/me": {
      get: {
        operationId: "getMe",
        responses: { 200: { description: "", ...json({ $ref: "#/components/schemas/Agent" }) } },
      },
    },
  },
  components: {
    securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    schemas: { Agent: { type: "object", required: ["name"], properties: { name: TEXT } } },
  },
};

test("the TypeScript files of the React recipe compile under strict", async () => {
  const page = await read("recipes/react-vite.md");
  const scratch = await mkdtemp(join(tmpdir(), "onespec-desk-"));
  await writeFile(join(scratch, "desk.json"), JSON.stringify(DESK));
  const folder = await project(join(scratch, "desk.json"));
  await rm(scratch, { recursive: true });
  for (const [, path = "", code = ""] of page.matchAll(
    /`src\/(queries\.ts|sign-in\.tsx)`:\n\n```tsx?\n([\s\S]*?)^```$/gm,
  ))
    await writeFile(join(folder, path), code);
  const [, errors = ""] =
    /^```ts\n\/\/ src\/form-errors\.ts\n([\s\S]*?)^```$/m.exec(await read("client/errors.md")) ?? [];
  await writeFile(join(folder, "form-errors.ts"), errors);
  expect(await readFile(join(folder, "sign-in.tsx"), "utf8")).toContain("queries.auth.login");
  expect(await typeErrors(folder)).toEqual([]);
});
