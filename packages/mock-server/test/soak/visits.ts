import { setTimeout as sleep } from "node:timers/promises";
import type { SoakClient } from "./soak-client.js";

/** A whole number from 0 up to, and without, the limit. */
export type Random = (limit: number) => number;
/** The work of one visitor in one turn; it leaves as many records as it found. */
export type Visit = (client: SoakClient, random: Random) => Promise<void>;

const GENRES = ["fiction", "science", "history", "poetry", "children", "travel"] as const;
/** Where the authors come from whose maker hung up: somebody has to clear them away. */
const CUT_COUNTRY = "ZZ";

export function someBook(authorId: number, random: Random): Record<string, unknown> {
  const genre = GENRES[random(GENRES.length)];
  const title = `Book ${random(1_000_000)} ${"ä".repeat(random(60))}`;
  return { title, authorId, genre, price: 100 + random(5000), pages: 1 + random(900), tags: ["new", "used"] };
}

export function someAuthor(random: Random): Record<string, unknown> {
  return { name: `Author ${random(1_000_000)}`, country: "DE", biography: "Wrote. ".repeat(random(100)) };
}

const writing: Visit = async (client, random) => {
  const author = await client.call(201, "POST", "/authors", { body: someAuthor(random) });
  const { id: authorId } = author.body ?? {};
  const made = await client.call(201, "POST", "/books", { body: someBook(authorId, random) });
  const path = `/books/${made.body?.id}`;
  const seen = (await client.call(200, "GET", path)).headers.etag ?? "";
  await client.call(304, "GET", path, { headers: { "if-none-match": seen } });
  await client.call(200, "PATCH", path, { body: { price: 9000 + random(900) }, headers: { "if-match": seen } });
  await client.call(412, "PATCH", path, { body: { price: 999 }, headers: { "if-match": seen } });
  await client.call(200, "PUT", path, { body: someBook(authorId, random) });
  for (let n = 0; n < 3; n++) {
    const body = { rating: 1 + random(5), reviewer: "Shevek", comment: "Again. ".repeat(random(50)) };
    const review = await client.call(201, "POST", `${path}/reviews`, { body });
    await client.call(200, "PATCH", `${path}/reviews/${review.body?.id}`, { body: { rating: 1 + random(5) } });
  }
  const reviews = await client.call(200, "GET", `${path}/reviews?sort=-rating&limit=10`);
  for (const { id } of reviews.body?.data ?? []) await client.call(204, "DELETE", `${path}/reviews/${id}`);
  await client.call(204, "DELETE", path);
  await client.call(404, "GET", path);
  await client.call(204, "DELETE", `/authors/${authorId}`);
};

const reading: Visit = async (client, random) => {
  const sort = ["title", "-title", "price", "-price"][random(4)];
  for (const path of [
    `/books?page=${1 + random(5)}&limit=20&sort=${sort}`,
    `/books?genre=${GENRES[random(6)]},${GENRES[random(6)]}&minPrice=${random(3000)}&sort=${sort}`,
    `/books?q=${random(1000)}`,
    `/authors?country=DE&sort=-name&page=${1 + random(5)}`,
    `/authors?limit=${1 + random(100)}`,
    "/customers?limit=10&offset=5",
    "/settings",
  ]) {
    await client.call(200, "GET", path);
  }
  const first = await client.call(200, "GET", "/orders?limit=5");
  await client.call(200, "GET", `/orders?limit=5&cursor=${encodeURIComponent(first.body?.nextCursor ?? "")}`);
  await client.call(200, "HEAD", "/books?limit=1");
};

const orders: Visit = async (client, random) => {
  const { body } = await client.call(200, "GET", "/orders?limit=40");
  const order = body?.data?.[random(body.data.length)];
  // In the shop an order that is on its way is no more to be changed.
  await client.call([200, 409], "PATCH", `/orders/${order?.id}`, { body: { note: `Note ${random(1000)}` } });
  await client.call(200, "PATCH", "/settings", { body: { taxRate: random(100) / 100 } });
  const email = `visitor${random(1_000_000_000)}@example.com`;
  const customer = { name: "Odo", email, password: "no-walls-no-gates" };
  const made = await client.call(201, "POST", "/customers", { body: customer });
  const path = `/customers/${made.body?.id}`;
  await client.call(200, "GET", `/customers?email=${encodeURIComponent(email)}`);
  await client.call(200, "PATCH", path, { body: { newsletter: true } });
  await client.call(204, "DELETE", path);
};

const bulk: Visit = async (client, random) => {
  const body = Array.from({ length: 2 + random(10) }, () => someBook(1, random));
  const { body: made } = await client.call(201, "POST", "/books/bulk", { body });
  for (const { id } of Array.isArray(made) ? made : []) await client.call(204, "DELETE", `/books/${id}`);
};

const mistaken: Visit = async (client, random) => {
  await client.call(400, "POST", "/authors", { body: '{"name": "half a' });
  await client.call(400, "POST", "/authors", { body: { name: random(9), country: "Germany", bornOn: "once" } });
  await client.call(400, "POST", "/books/bulk", { body: [{ title: "lacks the rest" }] });
  await client.call(400, "GET", "/books?limit=lots&sort=colour");
  await client.call([400, 404], "GET", "/books/no-number");
  await client.call(404, "GET", `/books/${900_000_000 + random(1000)}`);
  await client.call(404, "GET", `/nowhere/${random(1_000_000)}`);
  await client.call(405, "DELETE", "/authors");
  await client.call(415, "POST", "/authors", { body: "name=x", headers: { "content-type": "text/csv" } });
  // Applications answer what they have.
  await client.call([200, 406], "GET", "/authors", { headers: { accept: "image/png" } });
};

const leaving: Visit = async (client, random) => {
  const body = JSON.stringify({ name: "Gone", country: CUT_COUNTRY });
  const length = { "content-type": "application/json", "content-length": `${body.length}` };
  const post = client.head("POST", "/authors", length);
  await client.cutOff(post + body.slice(0, random(body.length)), "sent");
  await client.cutOff(post + body, "sent");
  await client.cutOff(post + body, "answered");
  await client.cutOff(client.head("GET", "/books?limit=100", {}), random(2) ? "sent" : "answered");
  await client.cutOff(`GET /books HTTP/1.1\r\nhost: ${"a".repeat(random(100))}`, "sent");
  const large = { "content-type": "application/json", "content-length": "50000000" };
  const refused = await client.cutOff(client.head("POST", "/authors", large) + "x".repeat(1000), "answered");
  if (!/^HTTP\/1.1 413 /.test(refused)) client.surprise(`a body of 50 MB: ${refused.slice(0, 100)}`);
  else client.count(413);
};

const clearing: Visit = async (client) => {
  const { body } = await client.call(200, "GET", `/authors?country=${CUT_COUNTRY}&limit=100`);
  for (const { id } of body?.data ?? []) await client.call([204, 404], "DELETE", `/authors/${id}`);
};

/** The visits that mock and application both get; a visit is as frequent as it is listed. */
export const COMMON_VISITS: readonly Visit[] = [
  ...[writing, writing, writing, reading, reading, reading, reading, orders, orders],
  ...[bulk, mistaken, leaving, clearing],
];

/** Records that stay throughout. */
export const fill: Visit = async (client, random) => {
  for (let n = 0; n < 200; n++) await client.call(201, "POST", "/authors", { body: someAuthor(random) });
  for (let n = 0; n < 300; n++) await client.call(201, "POST", "/books", { body: someBook(1 + random(200), random) });
  const customers: string[] = [];
  for (let n = 0; n < 20; n++) {
    const body = { name: `Customer ${n}`, email: `customer${n}@example.com`, password: "no-walls-no-gates" };
    customers.push((await client.call(201, "POST", "/customers", { body })).body?.id);
  }
  for (let n = 0; n < 40; n++) {
    const items = [{ bookId: 1 + random(300), quantity: 1 + random(9) }];
    const { body } = await client.call(201, "POST", "/orders", { body: { customerId: customers[n % 20], items } });
    if (n % 2 === 0) await client.call(200, "POST", `/orders/${body?.id}/cancel`);
  }
};

const hearing: Visit = async (client, random) => {
  const length = await client.listen("/ticks", 300 + random(2000));
  if (length === 0) client.surprise("GET /ticks: no event came");
};

const strangers: Visit = async (client) => {
  const headers = { authorization: "Bearer somebody-else" };
  await client.call(401, "GET", "/orders", { headers });
  await client.call(401, "POST", "/authors", { headers, body: { name: "Nobody" } });
  for (const path of ["/health", "/ready"]) await client.call([200, 404], "GET", path);
  await sleep(10);
};

export const APP_VISITS: readonly Visit[] = [...COMMON_VISITS, hearing, strangers];
