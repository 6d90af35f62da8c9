import "./dom-globals.js";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createMockServer } from "@onespec/mock-server";
import { QueryClient } from "@tanstack/query-core";
import * as ReactQuery from "@tanstack/react-query";
import * as VueQuery from "@tanstack/vue-query";
import { createElement, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createApp, h } from "vue";
import { generateSdk } from "../dist/index.js";
import { type GeneratedClient, generatedClient } from "./generated-client.js";
import { BOOKSHOP } from "./real-descriptions.js";
import { type ServedClient, servedClient } from "./served-client.js";
import { type MountPage, tanstackPage } from "./tanstack-page.js";
import { typeErrors } from "./type-errors.js";

const BOOK = { title: "The Dispossessed", authorId: 1, genre: "fiction", price: 1299 };

let sdk: GeneratedClient;
// biome-ignore lint/suspicious/noExplicitAny: generated
let tanstack: any;
// biome-ignore lint/suspicious/noExplicitAny: generated
let testing: any;
beforeAll(async () => {
  sdk = await generatedClient(BOOKSHOP, { with: ["tanstack-query"] });
  tanstack = await import(pathToFileURL(join(sdk.folder, "tanstack-query.js")).href);
  testing = await import(pathToFileURL(join(sdk.folder, "testing.js")).href);
  for (const framework of ["svelte", "solid"] as const) compiled[framework] = await tanstackPage(framework, sdk.folder);
}, 60_000);
afterAll(() => sdk.remove());

// biome-ignore lint/suspicious/noExplicitAny: generated
let client: any;
// biome-ignore lint/suspicious/noExplicitAny: generated
let queries: any;
let mock: { close(): Promise<void> };
let asked: string[];
beforeEach(async () => {
  asked = [];
  const hooks = {
    onRequest(request: Request) {
      const { pathname, search } = new URL(request.url);
      asked.push(`${request.method} ${pathname}${search}`);
    },
  };
  ({ client, mock } = await testing.createTestClient({ createMockServer, seed: 7, hooks }));
  queries = tanstack.createQueries(client);
});
let unmount = (): void => {};
afterEach(async () => {
  unmount();
  await mock.close();
});

const shown = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? "");
const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 30_000 });
const click = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click();

type Shop = (created: () => object) => void;

/** The pages of frameworks with a compiler. */
const compiled: Partial<Record<"svelte" | "solid", MountPage>> = {};
const mountCompiled =
  (framework: "svelte" | "solid"): Shop =>
  (created) => {
    const target = document.body.appendChild(document.createElement("div"));
    const remove = compiled[framework]?.(target, { queries, client, created });
    unmount = () => {
      remove?.();
      document.body.replaceChildren();
    };
  };

/** The same page in four frameworks: the cheapest books, one book, all books by pages, and a button that adds one. */
const mounts: Readonly<Record<string, Shop>> = {
  React(created) {
    const { useQuery, useInfiniteQuery, useMutation, QueryClientProvider } = ReactQuery;
    function Page(): ReactNode {
      const cheap = useQuery<{ title: string }[]>(
        queries.books.find.queryOptions(client.books.find().sort("price").limit(3).populate("author")),
      );
      const book = useQuery<{ title: string }>(queries.books.get.queryOptions(1));
      const pages = useInfiniteQuery<{ records: { id: number }[] }>(
        queries.books.find.infiniteQueryOptions(client.books.find().sort("title").limit(3)),
      );
      const add = useMutation<unknown, Error, object>(queries.books.create.mutationOptions());
      const all = pages.data as { pages: { records: { id: number }[] }[] } | undefined;
      return createElement(
        "main",
        null,
        cheap.data?.map(({ title }, at) => createElement("li", { key: at, className: "cheap" }, title)),
        createElement("h1", null, book.data?.title),
        all?.pages.map(({ records }, at) => createElement("p", { key: at }, records.map(({ id }) => id).join())),
        createElement("button", {
          type: "button",
          id: "more",
          disabled: !pages.hasNextPage,
          onClick: () => pages.fetchNextPage(),
        }),
        createElement("button", { type: "button", id: "add", onClick: () => add.mutate(created()) }),
        createElement("output", null, add.error?.message ?? add.status),
      );
    }
    const root = createRoot(document.body.appendChild(document.createElement("div")));
    const queryClient = new ReactQuery.QueryClient();
    root.render(createElement(QueryClientProvider, { client: queryClient }, createElement(Page)));
    unmount = () => {
      root.unmount();
      queryClient.clear();
      document.body.replaceChildren();
    };
  },
  Svelte: mountCompiled("svelte"),
  Solid: mountCompiled("solid"),
  Vue(created) {
    const { useQuery, useInfiniteQuery, useMutation, VueQueryPlugin } = VueQuery;
    const app = createApp({
      setup() {
        const cheap = useQuery<{ title: string }[]>(
          queries.books.find.queryOptions(client.books.find().sort("price").limit(3).populate("author")),
        );
        const book = useQuery<{ title: string }>(queries.books.get.queryOptions(1));
        const pages = useInfiniteQuery<{ records: { id: number }[] }>(
          queries.books.find.infiniteQueryOptions(client.books.find().sort("title").limit(3)),
        );
        const add = useMutation<unknown, Error, object>(queries.books.create.mutationOptions());
        return () => {
          const all = pages.data.value as { pages: { records: { id: number }[] }[] } | undefined;
          return h("main", [
            cheap.data.value?.map(({ title }) => h("li", { class: "cheap" }, title)),
            h("h1", book.data.value?.title),
            all?.pages.map(({ records }) => h("p", records.map(({ id }) => id).join())),
            h("button", { id: "more", disabled: !pages.hasNextPage.value, onClick: () => pages.fetchNextPage() }),
            h("button", { id: "add", onClick: () => add.mutate(created()) }),
            h("output", add.error.value?.message ?? add.status.value),
          ]);
        };
      },
    });
    const queryClient = new VueQuery.QueryClient();
    app.use(VueQueryPlugin, { queryClient });
    app.mount(document.body.appendChild(document.createElement("div")));
    unmount = () => {
      app.unmount();
      queryClient.clear();
      document.body.replaceChildren();
    };
  },
};

describe.each(Object.keys(mounts))("%s", (framework) => {
  test("shows a list, a record and pages, and a mutation brings them up to date", async () => {
    const ids = (await client.books.find().sort("title")).map(({ id }: { id: number }) => id);
    asked = [];
    mounts[framework]?.(() => ({ values: { ...BOOK, title: "!", price: 100 } }));
    await until(() => expect(shown("p")).toEqual([ids.slice(0, 3).join()]));
    await until(() => expect(shown(".cheap")).toHaveLength(3));
    expect(shown("h1")).toEqual([(await client.books.get(1)).title]);

    click("#more");
    await until(() => expect(shown("p")).toEqual([ids.slice(0, 3).join(), ids.slice(3, 6).join()]));
    click("#more");
    await until(() => expect(shown("p")).toHaveLength(3));
    expect(shown("p").join()).toBe(ids.join());
    expect(document.querySelector<HTMLButtonElement>("#more")?.disabled).toBe(true);
    expect(asked.filter((one) => one.includes("sort=title"))).toEqual([
      "GET /books?limit=3&sort=title",
      "GET /books?page=2&limit=3&sort=title",
      "GET /books?page=3&limit=3&sort=title",
    ]);

    click("#add");
    await until(() => expect(shown("output")).toEqual(["success"]));
    await until(() => expect(shown(".cheap")[0]).toBe("!"));
    await until(() => expect(shown("p").join()).toBe([8, ...ids].join()));
  });
});

describe("keys and invalidation", () => {
  test("a mutation makes stale what read its resource, and what loaded its records, and no more", async () => {
    const cache = new QueryClient();
    const all = {
      authors: queries.authors.find.queryOptions(),
      author: queries.authors.get.queryOptions(1),
      books: queries.books.find.queryOptions(),
      written: queries.books.find.queryOptions(client.books.find().populate("author")),
      reviews: queries.reviews.in({ bookId: 1 }).find.queryOptions(),
      settings: queries.settings.get.queryOptions(),
    };
    for (const options of Object.values(all)) await cache.fetchQuery(options);
    const stale = (): string[] =>
      Object.entries(all).flatMap(([name, { queryKey }]) =>
        cache.getQueryState(queryKey)?.isInvalidated ? [name] : [],
      );
    expect(stale()).toEqual([]);
    const update = cache.getMutationCache().build(cache, queries.authors.update.mutationOptions());
    await update.execute({ id: 1, values: { name: "Odo" } });
    expect(stale()).toEqual(["authors", "author", "written"]);
    await cache.invalidateQueries(tanstack.reading("reviews"));
    expect(stale()).toEqual(["authors", "author", "written", "reviews"]);
  });

  test("a count is one number for all pages and orders, and a mutation makes it stale", async () => {
    const cache = new QueryClient();
    const { countOptions } = queries.books.find;
    const all = countOptions(client.books.find({}).sort("title").paginate(1, 2).populate("author"));
    expect(all.queryKey).toEqual(countOptions().queryKey);
    asked = [];
    expect(await cache.fetchQuery(all)).toBe((await client.books.find()).length);
    expect(asked[0]).toBe("GET /books?limit=1");
    expect(await cache.fetchQuery(countOptions({ title: "no such book" }))).toBe(0);
    const remove = cache.getMutationCache().build(cache, queries.books.delete.mutationOptions());
    await remove.execute({ id: 1 });
    expect(cache.getQueryState(all.queryKey)?.isInvalidated).toBe(true);
    const invalid = countOptions({ genre: "none" as never });
    await expect(invalid.queryFn({ signal: new AbortController().signal })).rejects.toThrow("genre");
  });

  test("a call of its own after a mutation sees what was answered", async () => {
    const then = vi.fn();
    const cache = new QueryClient();
    const remove = cache.getMutationCache().build(cache, queries.books.delete.mutationOptions(then));
    await remove.execute({ id: 2 });
    expect(then.mock.calls).toEqual([[undefined, { id: 2 }]]);
    await expect(client.books.get(2)).rejects.toMatchObject({ status: 404 });
  });

  test.each([
    ["create", { title: "Lathe", price: 3 }, "title: is an unknown argument: pass { values: { title, price } }"],
    ["update", { id: 1, price: 3 }, "price: is an unknown argument: pass { id, values: { price } }"],
    ["update", { bookId: 1, values: {} }, "bookId: is an unknown argument: pass { id, values }"],
    ["delete", { bookId: 1 }, "bookId: is an unknown argument: pass { id }"],
    ["delete", 5, "arguments are passed by name: pass { id }"],
    ["delete", null, "arguments are passed by name: pass { id }"],
  ])("books.%s rejects %o and shows the right shape", async (method, variables, message) => {
    const cache = new QueryClient();
    const mutation = cache.getMutationCache().build(cache, queries.books[method].mutationOptions());
    await expect(mutation.execute(variables)).rejects.toThrow(message);
    expect(asked).toEqual([]);
  });

  test("an action rejects arguments beside its parameters and its body", async () => {
    const cache = new QueryClient();
    const cancel = cache.getMutationCache().build(cache, queries.orders.cancel.mutationOptions());
    const both = "orderId: is an unknown argument: pass { params: { orderId }, body: { … } }";
    await expect(cancel.execute({ orderId: "7f3c" })).rejects.toThrow(both);
    const wrong = "id: is an unknown argument: pass { params: { orderId }, body }";
    await expect(cancel.execute({ id: "7f3c", body: {} })).rejects.toThrow(wrong);
    const second = "reason: is an unknown argument: pass { params, body: { reason } }";
    await expect(cancel.execute({ params: { orderId: "7f3c" }, reason: "late" })).rejects.toThrow(second);
    expect(asked).toEqual([]);
  });

  test("keys differ where answers do, and are JSON", () => {
    const { find, get } = queries.books;
    const options = [
      find.queryOptions(),
      find.queryOptions({ genre: "poetry" }),
      find.queryOptions(client.books.find({ genre: "poetry" }).limit(3)),
      find.queryOptions({ authorId: 7n }),
      find.infiniteQueryOptions(),
      get.queryOptions(1),
      get.queryOptions(2),
      queries.reviews.in({ bookId: 1 }).get.queryOptions(1),
      queries.reviews.in({ bookId: 2 }).get.queryOptions(1),
    ];
    expect(new Set(options.map(({ queryKey }) => JSON.stringify(queryKey))).size).toBe(options.length);
    expect(find.queryOptions({ genre: "poetry" }).queryKey).toEqual(
      find.queryOptions(client.books.find({ genre: "poetry" })).queryKey,
    );
  });

  test("rejects the query of another resource, and a TanStack Query that cannot invalidate", async () => {
    const invalid = queries.books.find.queryOptions({ genre: "none" as never });
    await expect(invalid.queryFn({ signal: new AbortController().signal })).rejects.toThrow("genre");
    expect(() => queries.books.find.queryOptions(client.authors.find())).toThrow(
      expect.objectContaining({ code: "QUERY_OF_OTHER_RESOURCE" }),
    );
    await expect(queries.books.create.mutationOptions().onSuccess({}, {}, undefined)).rejects.toMatchObject({
      code: "TANSTACK_QUERY_TOO_OLD",
    });
  });

  test("an error arrives at once, since the client has tried again already", async () => {
    const cache = new QueryClient();
    await expect(cache.fetchQuery(queries.books.get.queryOptions(99))).rejects.toMatchObject({ status: 404 });
    expect(asked).toEqual(["GET /books/99"]);
  });
});

describe("pages", () => {
  const ITEM = { type: "object", required: ["id"], properties: { id: { type: "integer" }, even: { type: "boolean" } } };
  const list = (parameters: string[], schema: object): object => ({
    get: {
      parameters: parameters.map((name) => ({
        name,
        in: "query",
        schema: { type: name === "cursor" ? "string" : "integer" },
      })),
      responses: { 200: { description: "", content: { "application/json": { schema } } } },
    },
  });
  const ALL = Array.from({ length: 10 }, (_, at) => ({ id: at + 1, even: at % 2 === 1 }));
  const DESCRIPTION = {
    paths: {
      "/tokens": list(["cursor", "limit"], {
        type: "object",
        properties: { items: { type: "array", items: ITEM }, next_cursor: { type: ["string", "null"] } },
      }),
      "/offsets": list(["offset", "limit"], { type: "array", items: ITEM }),
      "/stuck": list(["offset", "limit"], { type: "array", items: ITEM }),
      "/capped": list(["cursor"], {
        type: "object",
        properties: { items: { type: "array", items: ITEM }, next_cursor: { type: ["string", "null"] } },
      }),
      "/from0": list(["page", "limit"], { type: "array", items: ITEM }),
      "/from1": list(["page", "limit"], { type: "array", items: ITEM }),
      "/whole": list([], { type: "array", items: ITEM }),
      ...Object.fromEntries(
        ["tokens", "offsets", "stuck", "capped", "from0", "from1", "whole"].map((name) => [
          `/${name}/{id}`,
          {
            get: {
              parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
              responses: { 200: { description: "", content: { "application/json": { schema: ITEM } } } },
            },
          },
        ]),
      ),
    },
  };
  let served: ServedClient;
  // biome-ignore lint/suspicious/noExplicitAny: generated
  let small: any;
  beforeAll(async () => {
    served = await servedClient(DESCRIPTION, {
      config: { with: ["tanstack-query"] },
      answer({ path, query }) {
        const numbered = /^\/from(\d)$/.exec(path);
        const [first, size] = [Number(numbered?.[1]), Number(query.get("limit") ?? 10)];
        const start = numbered
          ? (Number(query.get("page") ?? first) - first) * size
          : (query.get("offset") ?? query.get("cursor") ?? 0);
        const from = path === "/stuck" ? 0 : Number(start);
        const hasTokens = /tokens|capped/.test(path);
        const most = hasTokens ? 3 : 10;
        const items = ALL.slice(from, from + Math.min(most, Number(query.get("limit") ?? most)));
        const end = from + items.length;
        return { body: hasTokens ? { items, next_cursor: end < 10 ? String(end) : null } : items };
      },
    });
    const module = await import(pathToFileURL(join(served.folder, "tanstack-query.js")).href);
    small = module.createQueries(served.client);
  });
  afterAll(() => served.close());

  const pagesOf = async (options: object): Promise<number[][]> => {
    const data = await new QueryClient().fetchInfiniteQuery({
      ...(options as { queryKey: string[] }),
      pages: 20,
    } as never);
    const { pages } = data as unknown as { pages: { records: { id: number }[] }[] };
    return pages.map(({ records }) => records.map(({ id }) => id));
  };

  test.each([
    ["tokens", 4],
    ["offsets", 4],
    ["from0", 4],
    ["from1", 5],
  ])("%s: each is asked once, page 1 perhaps as the second one", async (name, requests) => {
    served.asked();
    const options = small[name].find.infiniteQueryOptions(served.client[name].find().limit(3));
    expect(await pagesOf(options)).toEqual([[1, 2, 3], [4, 5, 6], [7, 8, 9], [10]]);
    expect(served.asked()).toHaveLength(requests);
  });

  test("what the client filters leaves no empty page between others", async () => {
    const options = small.tokens.find.infiniteQueryOptions(served.client.tokens.find({ id: { ">": 8 } }).limit(3));
    expect((await pagesOf(options)).flat()).toEqual([9, 10]);
  });

  test("pages have the size of the limit whatever the client filters, and each page of the server is asked once", async () => {
    served.asked();
    const options = small.tokens.find.infiniteQueryOptions({ where: { even: true }, limit: 2 });
    expect(await pagesOf(options)).toEqual([[2, 4], [6, 8], [10]]);
    expect(served.asked()).toHaveLength(4);
    const wide = small.capped.find.infiniteQueryOptions(served.client.capped.find({ id: { ">": 1 } }).limit(4));
    expect(await pagesOf(wide)).toEqual([[2, 3, 4, 5], [6, 7, 8, 9], [10]]);
    expect(served.asked()).toHaveLength(4);
    const whole = small.capped.find.infiniteQueryOptions(served.client.capped.find({ id: { ">": 3 } }));
    expect(await pagesOf(whole)).toEqual([[4, 5, 6], [7, 8, 9], [10]]);
  });

  test("what the client sorts comes page by page as well", async () => {
    const options = small.offsets.find.infiniteQueryOptions(served.client.offsets.find().sort("id DESC").limit(4));
    expect(await pagesOf(options)).toEqual([
      [10, 9, 8, 7],
      [6, 5, 4, 3],
      [2, 1],
    ]);
  });

  test("a server that answers the first page again ends the list", async () => {
    const options = small.stuck.find.infiniteQueryOptions(served.client.stuck.find().limit(3));
    expect((await pagesOf(options)).flat()).toEqual([1, 2, 3]);
  });

  test("a list that cannot page has no options for pages", () => {
    expect(Object.keys(small.whole.find)).toEqual(["queryOptions", "countOptions"]);
  });
});

const USE = `import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import * as vue from "@tanstack/vue-query";
import { QueryClient, QueryObserver, MutationObserver } from "@tanstack/query-core";
import { Client, Books } from "./index.js";
import { createQueries, reading } from "./tanstack-query.js";

const client = new Client();
const queries = createQueries(client);

export function Page(): void {
  const list = useQuery(queries.books.find.queryOptions(client.books.find({ genre: "poetry" }).select("title").populate("author")));
  const title: string | undefined = list.data?.[0]?.title;
  const author: string | undefined = list.data?.[0]?.author?.name;
  // @ts-expect-error it was not selected
  const price = list.data?.[0]?.price;
  const plain = useQuery({ ...queries.books.find.queryOptions({ genre: "poetry" }), staleTime: 5000 });
  const cost: number | undefined = plain.data?.[0]?.price;
  const written = useQuery(queries.books.find.queryOptions({ where: { genre: "poetry" }, limit: 3, populate: "author" }));
  const writer: string | undefined = written.data?.[0]?.author?.name;
  const paged = useInfiniteQuery(queries.books.find.infiniteQueryOptions({ select: "title", populate: ["author"] }));
  const writers = paged.data?.pages.flatMap(({ records }) => records.map((book) => book.title + book.author?.name));
  // @ts-expect-error it was not selected
  const none = paged.data?.pages[0]?.records[0]?.price;
  // @ts-expect-error no such relation
  queries.books.find.queryOptions({ populate: "autor" });
  // @ts-expect-error no such relation
  queries.books.find.infiniteQueryOptions({ populate: ["autor"] });
  const one = useQuery(queries.books.get.queryOptions(1, { timeoutMs: 100 }));
  const same: string | undefined = one.data?.title;
  const pages = useInfiniteQuery(queries.books.find.infiniteQueryOptions(client.books.find().limit(3)));
  const titles: string[] | undefined = pages.data?.pages.flatMap(({ records }) => records.map((book) => book.title));
  const add = useMutation(queries.books.create.mutationOptions((book) => void book.title));
  add.mutate({ values: { title: "a", authorId: 1, genre: "poetry", price: 1 } });
  // @ts-expect-error no title
  add.mutate({ values: { authorId: 1, genre: "poetry", price: 1 } });
  const change = useMutation({ ...queries.books.update.mutationOptions(), retry: 2 });
  change.mutate({ id: 1, values: { price: 3 }, options: { idempotencyKey: "a" } });
  // @ts-expect-error no id
  change.mutate({ values: { price: 3 } });
  const cancel = useMutation(queries.orders.cancel.mutationOptions());
  cancel.mutate({ params: { orderId: "7f3c" }, body: {} });
  const total: number | undefined = useQuery(queries.books.find.countOptions({ genre: "poetry" })).data;
  // @ts-expect-error no such field
  queries.books.find.countOptions({ gnre: "poetry" });
  const below = useQuery(queries.reviews.in({ bookId: 1 }).find.queryOptions());
  const rating: number | undefined = below.data?.[0]?.rating;
  console.log(writer, writers, none, title, author, price, cost, same, titles, rating, total);
}

export function setup(): void {
  const list = vue.useQuery(queries.books.find.queryOptions(client.books.find().sort("-price")));
  const title: string | undefined = list.data.value?.[0]?.title;
  const pages = vue.useInfiniteQuery(queries.books.find.infiniteQueryOptions());
  const titles: string[] | undefined = pages.data.value?.pages.flatMap(({ records }) => records.map((book) => book.title));
  const remove = vue.useMutation(queries.books.delete.mutationOptions());
  remove.mutate({ id: 1 });
  console.log(title, titles);
}

const cache = new QueryClient();
new QueryObserver(cache, queries.settings.get.queryOptions());
new MutationObserver(cache, queries.settings.update.mutationOptions());
await cache.invalidateQueries(reading("books"));
// @ts-expect-error no such resource
reading("book");
// @ts-expect-error it has no parent
queries.reviews.find.queryOptions();
const alone = createQueries({ books: new Books() });
alone.books.get.queryOptions(1);
// @ts-expect-error it was not given
alone.authors.get.queryOptions(1);
`;

describe.each(["js", "ts"] as const)("--language %s", (language) => {
  test("the types hold with React, Vue and the core, under strict", async () => {
    const folder = await mkdtemp(join(import.meta.dirname, "..", ".tanstack-"));
    try {
      await generateSdk(BOOKSHOP, folder, { with: ["tanstack-query"], language });
      await writeFile(join(folder, "use.ts"), USE);
      expect(await typeErrors(folder)).toEqual([]);
      await generateSdk(BOOKSHOP, folder, { with: ["tanstack-query"], language, queries: false, force: true });
      await rm(join(folder, "use.ts"));
      expect(await typeErrors(folder)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

const DESK = {
  paths: {
    "/login": {
      post: {
        operationId: "login",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { type: "object", required: ["email"], properties: { email: { type: "string" } } },
            },
          },
        },
        responses: answerOf({
          type: "object",
          required: ["token", "agent"],
          properties: { token: { type: "string" }, agent: { $ref: "#/components/schemas/Agent" } },
        }),
      },
    },
    "/agents": {
      get: {
        operationId: "listAgents",
        responses: answerOf({ type: "array", items: { $ref: "#/components/schemas/Agent" } }),
      },
      post: {
        operationId: "createAgent",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Agent" } } },
        },
        responses: answerOf({
          type: "object",
          required: ["agent", "password"],
          properties: { agent: { $ref: "#/components/schemas/Agent" }, password: { type: "string" } },
        }),
      },
    },
    "/agents/{id}": {
      get: {
        operationId: "getAgent",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        responses: answerOf({
          type: "object",
          required: ["agent", "tickets"],
          properties: { agent: { $ref: "#/components/schemas/Agent" }, tickets: { type: "integer" } },
        }),
      },
    },
  },
  components: {
    schemas: {
      Agent: {
        type: "object",
        required: ["id", "name"],
        properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
      },
    },
  },
};

function answerOf(schema: object): object {
  return { 200: { description: "", content: { "application/json": { schema } } } };
}

test("unwrap: false gives the whole answer of a mutation and of a query", async () => {
  const created = { agent: { id: 1, name: "Odo" }, password: "secret" };
  const read = { agent: created.agent, tickets: 3 };
  const served = await servedClient(DESK, {
    config: { with: ["tanstack-query"] },
    answer: ({ method }) => ({ body: method === "POST" ? created : read }),
  });
  const { createQueries } = await import(pathToFileURL(join(served.folder, "tanstack-query.js")).href);
  const { agents } = createQueries(served.client);
  const cache = new QueryClient();
  const seen: unknown[] = [];
  const run = (options: object): Promise<unknown> =>
    cache
      .getMutationCache()
      .build(cache, options)
      .execute({ values: { name: "Odo" } } as never);
  expect(await run(agents.create.mutationOptions((data: unknown) => seen.push(data)))).toEqual(created.agent);
  expect(await run(agents.create.mutationOptions({ unwrap: false }, (data: unknown) => seen.push(data)))).toEqual(
    created,
  );
  expect(seen).toEqual([created.agent, created]);
  expect(await cache.fetchQuery(agents.get.queryOptions(1))).toEqual(read.agent);
  expect(await cache.fetchQuery(agents.get.queryOptions(1, { unwrap: false }))).toEqual(read);
  await served.close();
});

const USE_CALLS = `import { useMutation, useQuery } from "@tanstack/react-query";
import { Client } from "./index.js";
import { createQueries } from "./tanstack-query.js";

const session: { token?: string } = {};
const client = new Client({ auth: { token: () => session.token } });
const queries = createQueries(client);
new Client({ auth: { token: async () => session.token ?? null } });
new Client({ auth: { token: session.token } });

export function Page(): void {
  const plain = useMutation({ mutationFn: (body: { email: string }) => client.auth.login(body), onSuccess: ({ token }) => { session.token = token; } });
  plain.mutate({ email: "a@b.c" });
  const login = useMutation(queries.auth.login.mutationOptions(({ token }) => { session.token = token; }));
  login.mutate({ body: { email: "a@b.c" } });
  const name: string | undefined = useQuery({ queryKey: ["agent"], queryFn: () => client.agents.get(1) }).data?.name;
  const create = useMutation(queries.agents.create.mutationOptions((agent) => void agent.name));
  const created: string | undefined = create.data?.name;
  const whole = useMutation(queries.agents.create.mutationOptions({ unwrap: false }, ({ password }) => void password.length));
  whole.mutate({ values: { name: "Odo" } });
  const password: string | undefined = whole.data?.password;
  const one: string | undefined = useQuery(queries.agents.get.queryOptions(1)).data?.name;
  const tickets: number | undefined = useQuery(queries.agents.get.queryOptions(1, { unwrap: false })).data?.tickets;
  console.log(name, created, password, one, tickets);
}

export const promise: Promise<{ name: string }> = client.agents.get(1);
export const all: [{ name: string }, { token: string }] = await Promise.all([client.agents.get(1), client.auth.login({ email: "a" })]);
export async function read(): Promise<{ name: string }> { return client.agents.get(1); }
export const caught: { name: string } | undefined = await client.agents.get(1).catch(() => undefined);
`;

test.each(["js", "ts"] as const)("calls are promises for TypeScript, --language %s", async (language) => {
  const folder = await mkdtemp(join(import.meta.dirname, "..", ".tanstack-"));
  try {
    const source = join(folder, "desk.json");
    await writeFile(source, JSON.stringify({ openapi: "3.1.0", info: { title: "Desk", version: "1" }, ...DESK }));
    await generateSdk(source, join(folder, "sdk"), { with: ["tanstack-query"], language });
    await writeFile(join(folder, "sdk", "use.ts"), USE_CALLS);
    expect(await typeErrors(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
