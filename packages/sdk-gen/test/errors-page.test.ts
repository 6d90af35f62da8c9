import "./dom-globals.js";
import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createMockServer, type MockServer } from "@onespec/mock-server";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { examplesOf } from "./markdown-examples.js";
import { BOOKSHOP } from "./real-descriptions.js";
import { typeErrors } from "./type-errors.js";

const PAGE = new URL("../../../docs/client/errors.md", import.meta.url);
/** A block that is a file begins with a comment with its path. */
const FILE = /^```tsx?\n\/\/ src\/(\S+)\n([\s\S]*?)^```$/gm;

const mainOf = (form: string): string => `import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { AddBook } from "./add-book.js";
import { EditBook } from "./edit-book.js";
export { formValues } from "./form-values.js";
const root = createRoot(document.body.appendChild(document.createElement("div")));
root.render(createElement(QueryClientProvider, { client: new QueryClient() }, ${form}));
export const unmount = () => root.unmount();
`;
const QUERIES = `import Client from "./sdk/index.js";
import { createQueries } from "./sdk/tanstack-query.js";
const { clientOptions } = globalThis as { clientOptions?: object };
export const queries = createQueries(new Client({ auth: { token: "t" }, ...clientOptions }));
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

/** Writes the files of the page. @param edit changes their code */
async function writePage(edit = (code: string): string => code): Promise<string> {
  const folder = dirname(sdk.folder);
  for (const [, path = "", code = ""] of page.matchAll(FILE)) await writeFile(join(folder, path), edit(code));
  await writeFile(join(folder, "queries.ts"), QUERIES);
  return folder;
}

/** Mounts a form of the page. @param options of its client */
async function mountForm(
  name: string,
  options: object,
  { edit, form = "createElement(AddBook)" }: { edit?: (code: string) => string; form?: string } = {},
  // biome-ignore lint/suspicious/noExplicitAny: the code of the page
): Promise<any> {
  const folder = await writePage(edit);
  Object.assign(globalThis, { clientOptions: { ...options, baseUrl: "http://mock", fetch: mock.fetch.bind(mock) } });
  await writeFile(join(folder, "main.ts"), mainOf(form));
  const outfile = join(folder, `${name}.mjs`);
  const define = { FormData: "window.FormData", "process.env.NODE_ENV": '"development"' };
  await build({
    entryPoints: [join(folder, "main.ts")],
    bundle: true,
    format: "esm",
    jsx: "automatic",
    define,
    outfile,
    logLevel: "error",
  });
  const mounted = await import(pathToFileURL(outfile).href);
  ({ unmount } = mounted);
  await vi.waitFor(() => expect(document.querySelector("form")).not.toBeNull(), { timeout: 30_000 });
  return mounted;
}

const texts = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? "");
const inputNamed = (name: string): HTMLInputElement =>
  document.querySelector(`input[name=${name}]`) ?? expect.unreachable(`no input ${name}`);
/** Messages beside the inputs, after their names. */
const besides = (): string[] => texts("label").filter((text) => !text.endsWith(" "));

function fill(values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) inputNamed(name).value = value;
}

const BOOK = { title: "Odes", authorId: "1", genre: "poetry", price: "800" };

test.each([
  { by: "client", options: {}, title: "title is required", price: "price must be an integer" },
  {
    by: "server",
    options: { validateRequests: false },
    title: "title is required",
    price: "price must be an integer",
  },
])(
  "the form of the page shows beside its inputs the errors that the $by finds",
  async ({ by, options, title, price }) => {
    await mountForm(by, options);
    fill({ ...BOOK, title: "", price: "812.5" });
    document.querySelector("button")?.click();
    await vi.waitFor(() => expect(besides()).toEqual([title, price]), { timeout: 30_000 });
    expect(texts("[role=alert]")).toEqual([]);
    expect(texts("input[aria-invalid=true]")).toHaveLength(2);
  },
);

test("the form of the page shows in one place the errors of fields that have no input", async () => {
  await mountForm("without-genre", {}, { edit: (code) => code.replace(' "genre",', "") });
  const { genre: _, ...others } = BOOK;
  fill(others);
  document.querySelector("button")?.click();
  await vi.waitFor(() => expect(texts("[role=alert]")).toEqual(["genre is required"]), { timeout: 30_000 });
  expect(besides()).toEqual([]);
});

test("the form of the page shows the server's message without the request", async () => {
  const hooks = { onResponse: () => Response.json({ error: "The title is taken" }, { status: 409 }) };
  await mountForm("message", { hooks });
  fill(BOOK);
  document.querySelector("button")?.click();
  await vi.waitFor(() => expect(texts("[role=alert]")).toEqual(["The title is taken"]), { timeout: 30_000 });
});

test("the form of the page sends numbers, boxes and texts, and nothing for an empty input", async () => {
  const sent: unknown[] = [];
  const hooks = {
    onRequest: async (request: Request) => {
      sent.push(await request.clone().json());
      return undefined;
    },
  };
  const { formValues } = await mountForm("values", { hooks });
  fill(BOOK);
  inputNamed("inStock").checked = true;
  document.querySelector("button")?.click();
  await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 30_000 });
  expect(sent).toEqual([{ title: "Odes", authorId: 1, genre: "poetry", price: 800, inStock: true }]);
  const form = document.querySelector("form");
  const names = [...Object.keys(BOOK), "isbn", "inStock"];
  expect(formValues(form, names, { isbn: "9780141439587" })).toMatchObject({ isbn: null });
  expect(formValues(form, names, { title: "Odes" }).isbn).toBeUndefined();
  expect(() => formValues(form, ["title"])).toThrow("The form has an input authorId, and its fields are title.");
});

test("the form that edits a record sends the changed fields only", async () => {
  const sent: unknown[] = [];
  const hooks = {
    onRequest: async (request: Request) => {
      sent.push([request.method, await request.clone().json()]);
      return undefined;
    },
  };
  const book = { id: 1, title: "Odes", genre: "poetry", price: 800 };
  await mountForm("edit", { hooks }, { form: `createElement(EditBook, { book: ${JSON.stringify(book)} })` });
  fill({ price: "900" });
  document.querySelector("button")?.click();
  await vi.waitFor(() => expect(sent).toEqual([["PATCH", { price: 900 }]]), { timeout: 30_000 });
});

test("the code of the page compiles under strict", async () => {
  const folder = await writePage();
  await rm(join(folder, "main.ts"), { force: true });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  expect(await typeErrors(folder)).toEqual([]);
  await writePage((code) => code.replaceAll('"isbn"', '"isbm"').replaceAll('["title", "price"]', '["tilte", "price"]'));
  const errors = await typeErrors(folder);
  expect(errors).toHaveLength(2);
  expect(errors.join()).toMatch(/isbm.*tilte/s);
});

test.each([
  [{}, "price must be an integer"],
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
