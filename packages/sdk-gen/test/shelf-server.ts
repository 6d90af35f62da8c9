/** Which of a list's clauses a server can do. */
export interface ShelfAbilities {
  readonly filters: "all" | "some" | "none";
  readonly sort: boolean;
  readonly paging: "page" | "offset" | "cursor" | "none";
  /** The server takes filter parameters and ignores them: it may widen an answer as it likes. */
  readonly lax: boolean;
  /** The list is no envelope, so it has no total: where it ends is known by counting. */
  readonly bare?: true;
  /** Sort values are given as a list, page numbers as text. */
  readonly listed?: true;
  /** Records without a price sort as if it were the lowest. */
  readonly missingFirst?: true;
}

export interface ShelfRecord {
  readonly id: number;
  readonly name: string;
  readonly shelf: string | null;
  readonly price?: number;
  readonly tags: readonly string[];
  readonly addedAt: string;
}

const PARAMETERS = {
  name: { name: "name", in: "query", schema: { type: "string" } },
  shelf: { name: "shelf", in: "query", schema: { type: "string" } },
  price_gte: { name: "price_gte", in: "query", schema: { type: "integer" } },
  price_lte: { name: "price_lte", in: "query", schema: { type: "integer" } },
  added_after: { name: "added_after", in: "query", schema: { type: "string", format: "date-time" } },
  sort: { name: "sort", in: "query", schema: { type: "string", enum: ["name", "-name", "price", "-price"] } },
  limit: { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50, default: 20 } },
  page: { name: "page", in: "query", schema: { type: "integer", minimum: 1 } },
  offset: { name: "offset", in: "query", schema: { type: "integer", minimum: 0 } },
  cursor: { name: "cursor", in: "query", schema: { type: "string" } },
} as const;

/** A description of one resource whose list can do just that. */
export function shelfDescription({ filters, sort, paging, bare, listed }: ShelfAbilities): object {
  const names = [
    ...(filters === "all"
      ? (["name", "shelf", "price_gte", "price_lte"] as const)
      : filters === "some"
        ? (["shelf", "price_gte"] as const)
        : []),
    ...(sort ? (["sort"] as const) : []),
    ...(paging === "none" ? [] : (["limit", paging] as const)),
  ];
  const item = { $ref: "#/components/schemas/Item" };
  return {
    openapi: "3.1.0",
    info: { title: "Shelf", version: "1" },
    paths: {
      "/items": {
        get: {
          operationId: "listItems",
          parameters: names.map((name) => (listed ? asListed(PARAMETERS[name]) : PARAMETERS[name])),
          responses: {
            200: {
              description: "",
              content: {
                "application/json": {
                  schema: bare
                    ? { type: "array", items: item }
                    : {
                        type: "object",
                        properties: {
                          data: { type: "array", items: item },
                          total: { type: "integer" },
                          next_cursor: { type: ["string", "null"] },
                        },
                      },
                },
              },
            },
          },
        },
        post: {
          operationId: "createItem",
          requestBody: { content: { "application/json": { schema: item } } },
          responses: { 201: { description: "", content: { "application/json": { schema: item } } } },
        },
      },
      "/items/{id}": {
        get: {
          operationId: "getItem",
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
          responses: { 200: { description: "", content: { "application/json": { schema: item } } } },
        },
      },
    },
    components: {
      schemas: {
        Item: {
          type: "object",
          required: ["id", "name", "tags", "addedAt"],
          properties: {
            id: { type: "integer" },
            name: { type: "string" },
            shelf: { type: ["string", "null"] },
            price: { type: "integer" },
            tags: { type: "array", items: { type: "string" } },
            addedAt: { type: "string", format: "date-time" },
          },
        },
      },
    },
  };
}

function asListed(parameter: { readonly name: string; readonly in: string; readonly schema: object }): object {
  const { name, schema } = parameter;
  if (name === "sort") return { ...parameter, schema: { type: "array", items: schema } };
  return name === "page" || name === "limit" ? { ...parameter, schema: { type: "string" } } : parameter;
}

/** A server of these records, as a `fetch`. */
export function shelfFetch(
  records: readonly ShelfRecord[],
  { sort, paging, lax, bare, missingFirst }: ShelfAbilities,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const id = /^\/items\/(.+)$/.exec(pathname)?.[1];
    if (id !== undefined) {
      const found = records.find((record) => String(record.id) === id);
      return found ? Response.json(found) : Response.json({ error: "absent" }, { status: 404 });
    }
    let list = lax ? [...records] : records.filter((record) => meets(record, searchParams));
    const orders = searchParams.getAll("sort");
    if (sort && orders.length > 0) list = list.sort(byFields(orders, missingFirst));
    const size = paging === "none" ? list.length : Number(searchParams.get("limit") ?? 20);
    const start =
      paging === "page" ? (Number(searchParams.get("page") ?? 1) - 1) * size : Number(searchParams.get(paging) ?? 0);
    const data = list.slice(start, start + size);
    const more = paging === "cursor" && start + size < list.length;
    if (bare) return Response.json(data);
    return Response.json({
      data,
      total: list.length,
      ...(paging === "cursor" ? { next_cursor: more ? String(start + size) : null } : {}),
    });
  };
}

function meets(record: ShelfRecord, query: URLSearchParams): boolean {
  const [name, shelf, least, most] = ["name", "shelf", "price_gte", "price_lte"].map((key) => query.get(key));
  if (name && record.name !== name) return false;
  if (shelf && record.shelf !== shelf) return false;
  if (least && !(record.price !== undefined && record.price >= Number(least))) return false;
  return !(most && !(record.price !== undefined && record.price <= Number(most)));
}

function byFields(orders: readonly string[], missingFirst = false): (left: ShelfRecord, right: ShelfRecord) => number {
  const keys = orders.map((order) => ({
    field: order.replace(/^-/, "") as "name" | "price",
    sign: order.startsWith("-") ? -1 : 1,
  }));
  return (left, right) => {
    for (const { field, sign } of keys) {
      const [first, second] = [left[field], right[field]];
      if (first === second) continue;
      if (first === undefined || second === undefined)
        return (Number(first === undefined) - Number(second === undefined)) * (missingFirst ? -sign : 1);
      return (first < second ? -1 : 1) * sign;
    }
    return left.id - right.id;
  };
}
