import "./dom-globals.js";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createMockServer, type MockServer } from "@onespec/mock-server";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { examplesOf } from "./markdown-examples.js";
import { BOOKSHOP } from "./real-descriptions.js";

const PAGE = new URL("../../../docs/client/errors.md", import.meta.url);
/** A block that is a file begins with a comment with its path. */
const FILE = /^```jsx?\n\/\/ src\/(\S+)\n([\s\S]*?)^```$/gm;

const MAIN = `import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { AddAuthor } from "./add-author.jsx";
const root = createRoot(document.body.appendChild(document.createElement("div")));
root.render(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(AddAuthor)));
export const unmount = () => root.unmount();
`;

let sdk: GeneratedClient;
let mock: MockServer;
let page: string;
beforeAll(async () => {
  page = await readFile(PAGE, "utf8");
  sdk = await generatedClient(BOOKSHOP, { with: ["tanstack-query"] });
  mock = await createMockServer({ description: BOOKSHOP, seed: 5 });
  await symlink(fileURLToPath(new URL("../node_modules", import.meta.url)), join(dirname(sdk.folder), "node_modules"));
});
afterAll(async () => {
  await mock.close();
  await sdk.remove();
});

let unmount = (): void => {};
afterEach(() => unmount());

/** Mounts the form of the page. @param options of its client */
async function mountForm(name: string, options: object): Promise<void> {
  const folder = dirname(sdk.folder);
  for (const [, path = "", code = ""] of page.matchAll(FILE)) await writeFile(join(folder, path), code);
  Object.assign(globalThis, { clientOptions: { ...options, baseUrl: "http://mock", fetch: mock.fetch.bind(mock) } });
  const queries = `import Client from "./sdk/index.js";
import { createQueries } from "./sdk/tanstack-query.js";
export const queries = createQueries(new Client({ auth: { token: "t" }, ...globalThis.clientOptions }));
`;
  await writeFile(join(folder, "queries.js"), queries);
  await writeFile(join(folder, "main.js"), MAIN);
  const outfile = join(folder, `${name}.mjs`);
  const define = { FormData: "window.FormData", "process.env.NODE_ENV": '"development"' };
  await build({
    entryPoints: [join(folder, "main.js")],
    bundle: true,
    format: "esm",
    jsx: "automatic",
    define,
    outfile,
    logLevel: "error",
  });
  ({ unmount } = await import(pathToFileURL(outfile).href));
  await vi.waitFor(() => expect(document.querySelector("form")).not.toBeNull(), { timeout: 30_000 });
}

test.each([
  { by: "client", options: {}, messages: ["Name must have at least 1 character"], alerts: [] },
  {
    by: "server",
    options: { validateRequests: false },
    messages: ["Name must not be empty"],
    alerts: ["POST http://mock/authors answered 400: Validation failed: must not be empty"],
  },
])("the form of the page shows beside its field the error that the $by finds", async (row) => {
  await mountForm(row.by, row.options);
  document.querySelector("button")?.click();
  const texts = (selector: string): string[] =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? "");
  await vi.waitFor(() => expect(texts("p:not([role])")).toEqual(row.messages), { timeout: 30_000 });
  expect(texts("[role=alert]")).toEqual(row.alerts);
  expect(document.querySelector("input")?.getAttribute("aria-invalid")).toBe("true");
});

test.each([
  [{}, "price must be integer"],
  [{ validateRequests: false }, "400"],
])("the first example of the page tells the errors of a client with %o apart", async (options, logged) => {
  const [example] = examplesOf(page);
  const client = new sdk.module.default({
    ...options,
    auth: { token: "t" },
    baseUrl: "http://mock",
    fetch: (request: Request) => mock.fetch(request),
  });
  const path = join(dirname(sdk.folder), `example-${logged.length}.mjs`);
  const code = `${example?.code.replace(/^(?!import )/m, "export const run = async (client, console) => {\n")}};`;
  await writeFile(path, code);
  const { run } = await import(pathToFileURL(path).href);
  const lines: string[] = [];
  const line = (value: unknown): string =>
    Array.isArray(value) ? value.map(({ field, message }) => `${field} ${message}`).join() : String(value);
  await run(client, { log: (value: unknown) => lines.push(line(value)) });
  expect(lines).toEqual([logged]);
});

test("the page names every class of errors with a status", () => {
  const { ApiError } = sdk.module;
  const classes = Object.entries(sdk.module).filter(
    ([, value]) => typeof value === "function" && value.prototype instanceof ApiError,
  );
  expect(classes.length).toBeGreaterThan(5);
  for (const [name] of classes) expect(page).toContain(`\`${name}\``);
});

test("a name that the description does not know passes, as the page says", async () => {
  const asked: string[] = [];
  const client = new sdk.module.default({
    auth: { token: "t" },
    baseUrl: "http://mock",
    fetch: async (request: Request) => {
      asked.push(await request.clone().text());
      return mock.fetch(request);
    },
  });
  await client.books.update(1, { prise: 999 });
  expect(asked).toEqual(['{"prise":999}']);
});
