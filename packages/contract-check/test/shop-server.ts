import { createHash } from "node:crypto";
import type { AddressInfo } from "node:net";
import { Ajv } from "ajv";
import { type FastifyReply, fastify } from "fastify";

// JSON bodies have types; what stands in a path is text.
const strict = new Ajv({ strict: false });
const loose = new Ajv({ strict: false, coerceTypes: true });

/** The mistakes that the shop can be told to make. */
export const FAULTS = [
  "create answers 200",
  "create has no Location",
  "Location leads nowhere",
  "create forgets the record",
  "create loses a field",
  "the id is a text",
  "the secret is shown",
  "read fails for new records",
  "missing fields are accepted",
  "the wrong media type",
  "PATCH forgets a field",
  "PATCH clears other fields",
  "PATCH takes deleted records",
  "delete keeps the record",
  "delete leaves the record in the list",
  "list ignores a filter",
  "list ignores the least price",
  "list ignores the sort order",
  "list ignores the page size",
  "page 2 repeats page 1",
  "list leaves records out",
  "entity tag never changes",
  "stale changes are accepted",
  "current tags get a body",
  "idempotency keys are ignored",
  "settings are forgotten",
  "files are cut",
  "no key is needed",
  "bad queries fail",
  "OPTIONS fails",
  "long numbers fail",
  "a 405 hides methods",
  "numbers pass for texts",
  "bounds are ignored",
  "types of nested fields are ignored",
  "bounds of nested fields are ignored",
  "nested fields may be missing",
  "null passes for a field",
  "unknown fields are accepted",
  "a NUL fails",
  "free JSON fails",
  "an empty list fails",
  "any media type is read",
  "a wrong key is accepted",
  "a parameter that is sent twice fails",
  "settings can be deleted",
  "a form without a boundary fails",
  "a bracket that nothing closes fails",
] as const;

export type Fault = (typeof FAULTS)[number];

interface Item {
  readonly id: number;
  name: string;
  price: number;
  colour?: string;
  note?: string;
  secret?: string;
  parts?: readonly { readonly size: number; readonly label?: string }[];
  extra?: unknown;
}

export interface Shop {
  readonly url: string;
  readonly items: ReadonlyMap<number, Item>;
  /** `GET /items`, in order. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

export const KEY = "the-key";

/** A small backend that keeps its contract but for one mistake. */
export async function startShop(...faults: Fault[]): Promise<Shop> {
  const app = fastify({ ajv: { customOptions: { coerceTypes: true, allErrors: false, removeAdditional: false } } });
  const items = new Map<number, Item>();
  const ghosts = new Map<number, Item>();
  const pictures = new Map<number, Buffer>();
  const answers = new Map<string, Item>();
  const requests: string[] = [];
  let settings: Record<string, unknown> = { currency: "EUR" };
  let last = 0;
  const has = (name: Fault): boolean => faults.includes(name);
  const add = (item: Omit<Item, "id">): Item => {
    last += 1;
    const made = { id: last, ...item };
    items.set(last, made);
    return made;
  };
  for (const [name, price, colour] of [
    ["Cup", 5, "red"],
    ["Pan", 30, "blue"],
    ["Pot", 20, "red"],
  ] as const)
    add({ name, price, colour });

  const shown = ({ secret, id, ...item }: Item): object => ({
    id: has("the id is a text") ? String(id) : id,
    ...item,
    ...(has("the secret is shown") && { secret }),
  });
  const tagOf = (item: Item): string =>
    has("entity tag never changes") ? '"1"' : `"${createHash("sha1").update(JSON.stringify(item)).digest("hex")}"`;
  const problem = (reply: FastifyReply, status: number, message: string): FastifyReply =>
    reply.code(status).send({ message });
  const refuse = (reply: FastifyReply): FastifyReply => problem(reply, 404, "There is no such item.");

  app.addHook("onRequest", async (request, reply) => {
    requests.push(`${request.method} ${request.url}`);
    if (has("a parameter that is sent twice fails") && /[?&](\w+)=.*&\1=/.test(request.url))
      throw new TypeError("list");
    const key = request.headers["x-key"];
    if (!has("no key is needed") && (has("a wrong key is accepted") ? key === undefined : key !== KEY))
      return problem(reply, 401, "A key is needed.");
  });
  app.setErrorHandler((error: { validation?: unknown; statusCode?: number; message: string }, _request, reply) =>
    problem(reply, error.validation ? 400 : (error.statusCode ?? 500), error.message),
  );
  app.addHook("preValidation", async ({ body }) => {
    const isOpen = /[([{]/.test(String((body as { note?: unknown } | null)?.note));
    if (has("a bracket that nothing closes fails") && isOpen) throw new TypeError("bracket");
  });
  if (has("a form without a boundary fails"))
    app.addContentTypeParser("multipart/form-data", async () => {
      throw new TypeError("boundary");
    });
  app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );

  const colour = { type: "string", enum: ["red", "green", "blue"] };
  const text = { type: has("numbers pass for texts") ? ["string", "number"] : "string" };
  const fields = {
    name: has("bounds are ignored") ? text : { ...text, minLength: 1 },
    price: has("bounds are ignored") ? { type: "integer" } : { type: "integer", minimum: 0 },
    colour: has("bounds are ignored") ? text : colour,
    note: text,
    secret: text,
    parts: {
      type: "array",
      items: {
        type: "object",
        required: has("nested fields may be missing") ? [] : ["size"],
        properties: {
          size: {
            ...(!has("types of nested fields are ignored") && { type: "integer" }),
            ...(!has("bounds of nested fields are ignored") && { minimum: 1, maximum: 10 }),
          },
          label: { type: has("null passes for a field") ? ["string", "null"] : "string" },
        },
      },
    },
    extra: true,
  };
  app.options("/items", async (_request, reply) => {
    if (has("OPTIONS fails")) throw new TypeError("undefined is not an object");
    return problem(reply.header("allow", has("a 405 hides methods") ? "GET" : "GET, POST"), 405, "Ask otherwise.");
  });
  const params = { type: "object", properties: { itemId: { type: "integer" } } };
  const validatorCompiler = ({ schema }: { schema: object }) => strict.compile(schema) as never;

  app.get<{ Querystring: { limit: number; page: number; colour?: string; minPrice?: number; sort?: string } }>(
    "/items",
    {
      schema: has("bad queries fail")
        ? {}
        : {
            querystring: {
              type: "object",
              properties: {
                limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
                page: { type: "integer", minimum: 1, default: 1 },
                colour,
                minPrice: { type: "integer" },
                sort: { type: "string", enum: ["price", "-price"] },
              },
            },
          },
    },
    async ({ query }, reply) => {
      const { colour: wanted, minPrice, sort } = query;
      const limit = Number(query.limit ?? 20);
      const page = Number(query.page ?? 1);
      if (Number.isNaN(limit) || Number.isNaN(page)) throw new TypeError("NaN");
      let found = [...items.values(), ...ghosts.values()];
      if (has("list leaves records out")) found = found.slice(0, 3);
      if (wanted !== undefined && !has("list ignores a filter")) found = found.filter((item) => item.colour === wanted);
      if (minPrice !== undefined && !has("list ignores the least price"))
        found = found.filter(({ price }) => price >= Number(minPrice));
      if (sort !== undefined && !has("list ignores the sort order"))
        found.sort((a, b) => (sort === "price" ? a.price - b.price : b.price - a.price));
      const size = has("list ignores the page size") ? 100 : limit;
      const start = has("page 2 repeats page 1") ? 0 : (page - 1) * size;
      if (has("the wrong media type")) reply.type("text/plain");
      const body = { data: found.slice(start, start + size).map(shown), total: found.length };
      return reply.send(has("the wrong media type") ? JSON.stringify(body) : body);
    },
  );

  app.post<{ Body: Omit<Item, "id"> }>(
    "/items",
    {
      validatorCompiler,
      schema: {
        body: {
          type: "object",
          required: has("missing fields are accepted") ? [] : ["name", "price"],
          properties: fields,
        },
      },
    },
    async ({ body, headers }, reply) => {
      if (has("long numbers fail") && JSON.stringify(body).includes("10000000000000000000"))
        throw new RangeError("too large");
      if (has("a NUL fails") && JSON.stringify(body).includes("\\u0000")) throw new RangeError("a NUL");
      if (has("free JSON fails") && typeof body.extra === "object") throw new TypeError("an object");
      if (has("an empty list fails") && body.parts?.length === 0) throw new RangeError("empty");
      const key = headers["idempotency-key"];
      const { id: _ignored, ...sent } = Object.assign({ name: "", price: 0 }, body) as Item;
      let item = typeof key === "string" && !has("idempotency keys are ignored") ? answers.get(key) : undefined;
      item ??= add(has("create loses a field") ? { ...sent, price: 1 } : sent);
      if (typeof key === "string") answers.set(key, item);
      if (has("create forgets the record")) items.delete(item.id);
      if (!has("create has no Location"))
        reply.header("location", has("Location leads nowhere") ? `/item/${item.id}` : `/items/${item.id}`);
      return reply.code(has("create answers 200") ? 200 : 201).send(shown(item));
    },
  );

  app.get<{ Params: { itemId: number } }>(
    "/items/:itemId",
    { schema: { params } },
    async ({ params: { itemId }, headers }, reply) => {
      const item = items.get(itemId);
      if (item === undefined) return refuse(reply);
      if (has("read fails for new records") && itemId > 3) throw new TypeError("undefined is not an object");
      const tag = tagOf(item);
      reply.header("etag", tag);
      if (headers["if-none-match"] === tag && !has("current tags get a body")) return reply.code(304).send();
      return shown(item);
    },
  );

  app.patch<{ Params: { itemId: number }; Body: Partial<Item> }>(
    "/items/:itemId",
    {
      validatorCompiler: (route) =>
        route.httpPart === "body"
          ? validatorCompiler(route as never)
          : (loose.compile(route.schema as object) as never),
      schema: { params, body: { type: "object", properties: fields } },
    },
    async ({ params: { itemId }, body, headers }, reply) => {
      const known = items.get(itemId);
      if (known === undefined && !has("PATCH takes deleted records")) return refuse(reply);
      const item = known ?? { id: itemId, name: "", price: 0 };
      const match = headers["if-match"];
      if (match !== undefined && match !== "*" && match !== tagOf(item) && !has("stale changes are accepted"))
        return problem(reply, 412, "The item has changed meanwhile.");
      const { name, price, note } = body;
      if (has("PATCH clears other fields") && note === undefined) item.price = 0;
      if (name !== undefined && !has("PATCH forgets a field")) item.name = name;
      if (price !== undefined) item.price = price;
      if (note !== undefined) item.note = note;
      return shown(item);
    },
  );

  app.delete<{ Params: { itemId: number } }>(
    "/items/:itemId",
    { schema: { params } },
    async ({ params: { itemId } }, reply) => {
      const item = items.get(itemId);
      if (item === undefined) return refuse(reply);
      if (!has("delete keeps the record")) items.delete(itemId);
      if (has("delete leaves the record in the list")) ghosts.set(itemId, item);
      return reply.code(204).send();
    },
  );

  app.put<{ Params: { itemId: number }; Body: Buffer }>(
    "/items/:itemId/picture",
    { schema: { params } },
    async ({ params: { itemId }, body }, reply) => {
      if (!items.has(itemId)) return refuse(reply);
      pictures.set(itemId, has("files are cut") ? body.subarray(0, 100) : body);
      return reply.code(204).send();
    },
  );
  app.get<{ Params: { itemId: number } }>(
    "/items/:itemId/picture",
    { schema: { params } },
    async ({ params: { itemId } }, reply) => {
      if (!items.has(itemId)) return refuse(reply);
      return reply.type("application/octet-stream").send(pictures.get(itemId) ?? Buffer.from("picture"));
    },
  );

  app.get("/settings", async () => settings);
  app.put<{ Body: Record<string, unknown> }>(
    "/settings",
    {
      validatorCompiler,
      schema: {
        body: {
          type: "object",
          required: ["currency"],
          additionalProperties: has("unknown fields are accepted"),
          properties: { currency: { enum: ["EUR", "USD"] }, slogan: { type: "string" } },
        },
      },
    },
    async ({ body }) => {
      if (!has("settings are forgotten")) settings = body;
      return body;
    },
  );

  if (has("settings can be deleted")) {
    app.delete("/settings", async (_request, reply) => reply.code(204).send());
  }
  if (has("any media type is read")) {
    app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) =>
      done(null, JSON.parse(String(body))),
    );
  }

  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, items, requests, close: () => app.close() };
}
