import { describe, expect, test } from "vitest";
import { type Client, crud, inPath, json, ok, serve } from "./http-client.js";

const id = { type: "integer", readOnly: true };

/** An object schema whose properties are all required. */
function record(properties: object): object {
  return { type: "object", required: Object.keys({ id, ...properties }), properties: { id, ...properties } };
}

async function listed(call: Client, path: string) {
  return (await call("GET", path)).body as Record<string, unknown>[];
}

const authors = crud("/authors", record({ name: { type: "string" } }));

describe("foreign keys of seeds", () => {
  test.each([
    { what: "camel case", name: "authorId", schema: { type: "integer" } },
    { what: "snake case", name: "author_id", schema: { type: "integer" } },
    { what: "the bare name of a number", name: "author", schema: { type: "integer" } },
    { what: "a word before it", name: "leadAuthorId", schema: { type: ["integer", "null"] } },
  ])("in $what name records that are there, spread over them", async ({ name, schema }) => {
    const books = crud("/books", record({ [name]: { ...schema, type: "integer" } }));
    const call = await serve({ ...books, ...authors }, {}, { seed: 4 });
    const named = (await listed(call, "/books")).map((book) => book[name]);
    expect([...named].sort()).toEqual([1, 2, 3, 4]);
  });

  test("are named after the id of the target as well", async () => {
    const code = { type: "string", pattern: "^[A-Z]-[0-9]{2}$" };
    const berth = { type: "object", required: ["code"], properties: { code } };
    const { "/berths": all, "/berths/{id}": one } = crud("/berths", berth, code) as Record<string, object>;
    const berths = { "/berths": all, "/berths/{code}": { ...one, parameters: [inPath("code", code)] } };
    const stay = record({ berth_code: code, promo_code: code });
    const call = await serve({ ...crud("/stays", stay), ...berths }, {}, { seed: 3 });
    const known = (await listed(call, "/berths")).map((berth) => berth.code);
    const stays = await listed(call, "/stays");
    expect(stays.map((stay) => stay.berth_code).sort()).toEqual(known.sort());
  });

  test("keep to the type of the id, and to names that are no counts", async () => {
    const odd = { authorId: { type: "string", enum: ["unknown"] }, authors: { type: "integer", minimum: 900 } };
    const call = await serve({ ...crud("/books", record(odd)), ...authors }, {}, { seed: 3 });
    for (const { authorId, authors } of await listed(call, "/books")) {
      expect(authorId).toBe("unknown");
      expect(authors).toBeGreaterThanOrEqual(900);
    }
  });

  test("in lists name different records", async () => {
    const tagIds = { type: "array", items: { type: "integer" }, minItems: 2, uniqueItems: true };
    const call = await serve({ ...crud("/tags", record({})), ...crud("/posts", record({ tagIds })) }, {}, { seed: 3 });
    for (const post of await listed(call, "/posts")) {
      const ids = post.tagIds as number[];
      expect(ids.length).toBeGreaterThan(1);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.every((one) => one >= 1 && one <= 3)).toBe(true);
    }
  });

  test("name no records of clients, even if they are made when a list is first read", async () => {
    const text = { type: "string" };
    const note = record({ tag_id: { type: "integer" } });
    const paths = Object.entries({ ...crud("/teams/{team}/tags", record({})), ...crud("/teams/{team}/notes", note) });
    const within = paths.map(([path, item]) => [path, { ...(item as object), parameters: [inPath("team", text)] }]);
    const call = await serve(Object.fromEntries(within), {}, { seed: 3 });
    const { id } = (await call("POST", "/teams/a/tags", {})).body as { id: number };
    const named = (await listed(call, "/teams/a/notes")).map((one) => one.tag_id);
    expect(named).not.toContain(id);
    expect(new Set(named).size).toBe(3);
  });

  test("as objects repeat what the record says, and agree with the key beside them", async () => {
    const author = { type: "object", required: ["id", "name"], properties: { id, name: { type: "string" } } };
    const books = crud("/books", record({ author, authorId: { type: "integer" } }));
    const call = await serve({ ...books, ...authors }, {}, { seed: 3 });
    const known = await listed(call, "/authors");
    for (const book of await listed(call, "/books")) {
      const found = known.find((one) => one.id === book.authorId);
      expect(book.author).toEqual(found);
    }
  });

  test("as objects mean a kind whose name ends in s, and are no count of it", async () => {
    const chassis = { type: "object", required: ["id", "name"], properties: { id, name: { type: "string" } } };
    const paths = { ...crud("/chassis", chassis), ...crud("/slots", record({ chassis })) };
    const call = await serve(paths, {}, { seed: 3 });
    const known = await listed(call, "/chassis");
    for (const slot of await listed(call, "/slots")) expect(known).toContainEqual(slot.chassis);
  });

  test("inside objects and lists of objects are found as well", async () => {
    const line = { type: "object", required: ["bookId"], properties: { bookId: { type: "integer", minimum: 1 } } };
    const orders = crud("/orders", record({ lines: { type: "array", minItems: 1, items: line } }));
    const call = await serve({ ...orders, ...crud("/books", record({})) }, {}, { seed: 3 });
    const lines = (await listed(call, "/orders")).flatMap((order) => order.lines as { bookId: number }[]);
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.every(({ bookId }) => bookId <= 3)).toBe(true);
  });

  test("to the same resource make trees that begin with a record without parent", async () => {
    const parentId = { type: ["integer", "null"] };
    const call = await serve(crud("/categories", record({ parentId })), {}, { seed: 6 });
    for (const category of await listed(call, "/categories")) {
      if (category.id === 1) expect(category.parentId).toBeNull();
      else if (category.parentId !== null) expect(category.parentId).toBeLessThan(category.id as number);
    }
  });

  test("inside a record and of its kind name the record itself", async () => {
    const payment = { type: "object", required: ["orderId"], properties: { orderId: { type: "integer" } } };
    const orders = crud("/orders", record({ payments: { type: "array", minItems: 2, items: payment } }));
    const call = await serve(orders, {}, { seed: 3 });
    for (const { id, payments } of await listed(call, "/orders")) {
      expect((payments as { orderId: number }[]).map(({ orderId }) => orderId)).toContain(id);
      for (const { orderId } of payments as { orderId: number }[]) expect(orderId).toBe(id);
    }
  });

  test("by name alone do not reach below the parents of others", async () => {
    const item = { type: "object", required: ["id"], properties: { id: { type: "integer", minimum: 500 } } };
    const paths = {
      ...crud("/orders", record({ items: { type: "array", minItems: 1, items: item } })),
      ...crud("/quotes", record({})),
      ...crud(
        "/quotes/{quoteId}/items",
        record({ text: { type: "string" } }),
        { type: "integer" },
        { type: "integer" },
      ),
    };
    const call = await serve(paths, {}, { seed: 3 });
    const items = (await listed(call, "/orders")).flatMap((order) => order.items as { id: number }[]);
    expect(items.every(({ id }) => id >= 500)).toBe(true);
  });

  test("are also followed from the other end: lists of whole records contain those that name the record, or are below it", async () => {
    const item = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const schemas = {
      Author: record({ books: { type: "array", minItems: 1, items: item("Book") } }),
      Book: record({ authorId: { type: "integer" }, notes: { type: "array", items: item("Note") } }),
      Note: record({ text: { type: "string" } }),
    };
    const paths = {
      ...crud("/authors", item("Author")),
      ...crud("/books", item("Book")),
      ...crud("/books/{bookId}/notes", item("Note"), { type: "integer" }, { type: "integer" }),
    };
    const call = await serve(paths, { components: { schemas } }, { seed: 3 });
    for (const author of await listed(call, "/authors")) {
      const [book, ...more] = author.books as { id: number; authorId: number }[];
      expect(more).toEqual([]);
      expect(book?.authorId).toBe(author.id);
      expect((await call("GET", `/books/${book?.id}`)).body.authorId).toBe(author.id);
      const { body } = await call("GET", `/books/${book?.id}`);
      expect(body.notes).toEqual(await listed(call, `/books/${book?.id}/notes`));
    }
  });

  test("are not seen in another id of the record's own", async () => {
    const call = await serve(crud("/orders", record({ order_id: { type: "integer" } })), {}, { seed: 3 });
    for (const order of await listed(call, "/orders")) expect([1, 2, 3]).not.toContain(order.order_id);
  });

  test("in a circle are complete on both sides", async () => {
    const call = await serve(
      {
        ...crud("/teams", record({ captainId: { type: "integer" }, playerId: { type: "integer" } })),
        ...crud("/players", record({ teamId: { type: "integer" } })),
      },
      {},
      { seed: 3 },
    );
    const teams = (await listed(call, "/players")).map(({ teamId }) => teamId);
    const players = (await listed(call, "/teams")).map(({ playerId }) => playerId);
    expect([...teams].sort()).toEqual([1, 2, 3]);
    expect([...players].sort()).toEqual([1, 2, 3]);
  });

  test("to a record below the same parent stay below it", async () => {
    const paths = {
      ...crud("/shops", record({})),
      ...crud(
        "/shops/{shopId}/shelves",
        record({ shopId: { type: "integer" } }),
        { type: "integer" },
        { type: "integer" },
      ),
      ...crud(
        "/shops/{shopId}/items",
        record({ shelfId: { type: "integer" } }),
        { type: "integer" },
        { type: "integer" },
      ),
    };
    const call = await serve(paths, {}, { seed: 4 });
    for (const shop of [1, 2, 3, 4]) {
      const shelves = (await listed(call, `/shops/${shop}/shelves`)).map((shelf) => shelf.id);
      const [item] = await listed(call, `/shops/${shop}/items`);
      expect(shelves).toContain(item?.shelfId);
    }
  });

  test("below places that are filled when first looked at name what lies beside them", async () => {
    const paths = {
      ...crud("/repos/{repo}/issues", record({ labelId: { type: "integer" } })),
      ...crud("/repos/{repo}/labels", record({})),
    };
    const call = await serve(paths, {}, { seed: 3 });
    const issues = await listed(call, "/repos/one/issues");
    const labels = (await listed(call, "/repos/one/labels")).map((label) => label.id);
    expect(issues).toHaveLength(3);
    for (const issue of issues) expect(labels).toContain(issue.labelId);
  });

  test("follow from seed value, resource and number: other resources change nothing", async () => {
    const books = crud("/books", record({ authorId: { type: "integer" }, title: { type: "string" } }));
    const one = await serve({ ...books, ...authors }, {}, { seed: 3 });
    const other = await serve({ ...crud("/shelves", record({})), ...authors, ...books }, {}, { seed: 3 });
    expect(await listed(other, "/books")).toEqual(await listed(one, "/books"));
  });

  test("of an example stay where they name a record that is there", async () => {
    const schema = record({ authorId: { type: "integer" } });
    const paths = crud("/books", schema) as Record<string, Record<string, object>>;
    const examples = [
      { id: 7, authorId: 2 },
      { id: 8, authorId: 4711 },
    ];
    Object.assign(paths["/books"] ?? {}, {
      get: {
        responses: { 200: { description: "ok", ...json({ type: "array", items: schema }, { example: examples }) } },
      },
    });
    const call = await serve({ ...paths, ...authors }, {}, { seed: 3 });
    const [first, second] = await listed(call, "/books");
    expect(first).toEqual({ id: 7, authorId: 2 });
    expect([1, 2, 3]).toContain(second?.authorId);
  });
});

describe("links", () => {
  const author = record({ name: { type: "string" } });
  const book = record({ writtenBy: { type: "integer" } });
  const paths = {
    "/authors": { get: { responses: ok({ type: "array", items: author }) } },
    "/authors/{id}": {
      parameters: [inPath("id", { type: "integer" })],
      get: { operationId: "getAuthor", responses: ok(author) },
    },
    "/books": { get: { responses: ok({ type: "array", items: book }) } },
    "/books/{id}": {
      parameters: [inPath("id", { type: "integer" })],
      get: {
        operationId: "getBook",
        responses: ok(book, {
          links: { author: { operationId: "getAuthor", parameters: { id: "$response.body#/writtenBy" } } },
        }),
      },
    },
  };

  test("say whom a property names that its own name does not tell, and lead to a record", async () => {
    const call = await serve(paths, {}, { seed: 3 });
    for (const { id } of await listed(call, "/books")) {
      const { body } = await call("GET", `/books/${id}`);
      const followed = await call("GET", `/authors/${body.writtenBy}`);
      expect(followed.status).toBe(200);
      expect(followed.body.id).toBe(body.writtenBy);
    }
  });

  test.each([
    ["a path", { "x-onespec": { relations: { author: { resource: "/authors", key: "writtenBy" } } } }, {}],
    [
      "the root",
      {},
      {
        "x-onespec": { resources: { "/books": { relations: { author: { resource: "/authors", key: "writtenBy" } } } } },
      },
    ],
  ])("may be relations of x-onespec instead, at %s", async (_, path, root) => {
    const unlinked = { ...paths["/books/{id}"], get: { operationId: "getBook", responses: ok(book) } };
    const call = await serve({ ...paths, "/books": { ...paths["/books"], ...path }, "/books/{id}": unlinked }, root, {
      seed: 3,
    });
    for (const { writtenBy } of await listed(call, "/books"))
      expect((await call("GET", `/authors/${writtenBy}`)).status).toBe(200);
  });

  test("of a new record lead to it", async () => {
    const link = { operationId: "readNote", parameters: { id: "$response.body#/id" } };
    const note = record({ text: { type: "string" } });
    const notes = crud("/notes", note) as Record<string, Record<string, Record<string, object>>>;
    Object.assign(notes["/notes"]?.post?.responses ?? {}, {
      201: { description: "made", ...json(note), links: { self: link } },
    });
    const call = await serve(notes);
    const made = await call("POST", "/notes", { text: "x" });
    expect((await call("GET", `/notes/${made.body.id}`)).body).toEqual(made.body);
  });
});
