type Json = Record<string, unknown>;

const text = { type: "string" };
const number = { type: "integer" };
const query = (name: string, schema: object, more: object = {}): object => ({ name, in: "query", schema, ...more });
const answers = (schema: object, links?: object): object => ({
  200: { description: "", content: { "application/json": { schema } }, ...(links ? { links } : {}) },
});
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const list = (name: string): object => ({ type: "array", items: ref(name) });
const id = [{ name: "id", in: "path", required: true, schema: number }];

/** Books with authors, publishers and reviews, reached in every way that `populate` knows. */
export const LIBRARY: Json = {
  openapi: "3.1.0",
  info: { title: "Library", version: "1" },
  paths: {
    "/books": {
      get: {
        operationId: "listBooks",
        parameters: [
          query("fields", { type: "array", items: text }, { explode: false }),
          query("expand", { type: "string", enum: ["publisher", "cover"] }),
        ],
        responses: answers(list("Book")),
      },
    },
    "/books/{id}": {
      get: {
        operationId: "getBook",
        parameters: id,
        responses: answers(ref("Book"), {
          GetShelfByCode: { operationId: "getShelf", parameters: { code: "$response.body#/place/shelf" } },
          ListLoans: { operationId: "listLoans", parameters: { book: "$request.path.id" } },
        }),
      },
    },
    "/authors": {
      get: {
        operationId: "listAuthors",
        parameters: [query("ids", { type: "array", items: number, maxItems: 2 })],
        responses: answers(list("Author")),
      },
    },
    "/authors/{id}": { get: { operationId: "getAuthor", parameters: id, responses: answers(ref("Author")) } },
    "/publishers": { get: { operationId: "listPublishers", responses: answers(list("Publisher")) } },
    "/publishers/{id}": { get: { operationId: "getPublisher", parameters: id, responses: answers(ref("Publisher")) } },
    "/shelves/{code}": {
      get: {
        operationId: "getShelf",
        parameters: [{ name: "code", in: "path", required: true, schema: text }],
        responses: answers(ref("Shelf")),
      },
    },
    "/loans": {
      get: {
        operationId: "listLoans",
        parameters: [query("book", number, { required: true })],
        responses: answers({ type: "object", properties: { loans: list("Loan") } }),
      },
    },
    "/loans/{id}": { get: { operationId: "getLoan", parameters: id, responses: answers(ref("Loan")) } },
  },
  components: {
    schemas: {
      Book: {
        type: "object",
        required: ["id", "title"],
        properties: {
          id: number,
          title: text,
          author_id: { type: ["integer", "null"] },
          publisher: { oneOf: [number, ref("Publisher")] },
          cover: { oneOf: [text, { type: "object", properties: { url: text } }] },
          place: { type: "object", properties: { shelf: { type: ["string", "null"] } } },
        },
      },
      Author: { type: "object", required: ["id"], properties: { id: number, name: text, publisherId: number } },
      Publisher: { type: "object", required: ["id"], properties: { id: number, name: text } },
      Shelf: { type: "object", properties: { code: text, floor: number } },
      Loan: { type: "object", required: ["id"], properties: { id: number, book: number, member: text } },
    },
  },
};

const AUTHORS: readonly Json[] = [
  { id: 1, name: "Odo", publisherId: 1 },
  { id: 2, name: "Shevek", publisherId: 1 },
  { id: 3, name: "Takver", publisherId: 2 },
];
const PUBLISHERS: readonly Json[] = [{ id: 1, name: "Ace" }];
const BOOKS: readonly Json[] = [
  { id: 1, title: "A", author_id: 1, publisher: 1, cover: "c1", place: { shelf: "x" } },
  { id: 2, title: "B", author_id: 2, publisher: 1, cover: "c2", place: { shelf: "x" } },
  { id: 3, title: "C", author_id: 3, publisher: 9, cover: "c3", place: { shelf: "gone" } },
  { id: 4, title: "D", author_id: 99, publisher: 1, cover: "c4", place: { shelf: null } },
  { id: 5, title: "E", author_id: null, publisher: 1, cover: "c5" },
];

/** A server of these records that notes what it was asked. `expands`: it does what `expand` asks for. */
export function libraryFetch(asked: string[], expands: boolean): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    asked.push(decodeURIComponent(url.pathname + url.search));
    const [, kind = "", key] = url.pathname.split("/");
    const ids = url.searchParams.getAll("ids").map(Number);
    if (kind === "loans") return Response.json({ loans: [{ id: 7, book: Number(url.searchParams.get("book")) }] });
    if (kind === "shelves") return key === "x" ? Response.json({ code: "x", floor: 2 }) : absent();
    const all = { books: BOOKS, authors: AUTHORS, publishers: PUBLISHERS }[kind] ?? [];
    if (key !== undefined) {
      const found = all.find((record) => String(record.id) === key);
      return found ? Response.json(found) : absent();
    }
    const some = ids.length === 0 ? all : all.filter((record) => ids.includes(record.id as number));
    return Response.json(expands ? some.map((record) => written(record, url.searchParams.get("expand") ?? "")) : some);
  };
}

function written(record: Json, expand: string): Json {
  const names = expand.split(",");
  return {
    ...record,
    ...(names.includes("publisher")
      ? { publisher: PUBLISHERS.find((one) => one.id === record.publisher) ?? record.publisher }
      : {}),
    ...(names.includes("cover") ? { cover: { url: `/covers/${record.cover}` } } : {}),
  };
}

function absent(): Response {
  return Response.json({ error: "absent" }, { status: 404 });
}
