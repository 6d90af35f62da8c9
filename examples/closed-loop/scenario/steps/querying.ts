import type { Shop } from "../shop.js";

/** Every operator that queries have, over the books of the catalogue. */
export async function querying(shop: Shop): Promise<void> {
  const { books, authors } = shop.client;
  const lem = await authors.find({ name: { startsWith: "Stanis" } }).first();
  const lemId = lem?.id ?? 0;
  const conditions: Readonly<Record<string, object>> = {
    equal: { genre: "poetry" },
    "equal, with regard to case": { title: "the dispossessed" },
    "equal to nothing": { isbn: null },
    "an author's": { authorId: lemId },
    "one of": { genre: ["travel", "children"] },
    "one of, spelled out": { price: { in: [100, 1299, 777] } },
    "one of what cannot be": { price: { in: [100, 7] } },
    "one of, or nothing": { publishedOn: { in: ["1974-05-01", null] } },
    "one of none": { genre: [] },
    "none of": { genre: { nin: ["history", "fiction", "poetry"] } },
    "not equal": { genre: { "!=": "history" } },
    "not equal, in short": { genre: { "!": "history" } },
    greater: { price: { ">": 1150 } },
    "at least, and less": { price: { ">=": 500, "<": 1000 } },
    "at most": { price: { "<=": 501 } },
    "in words": { price: { greaterThan: 500, lessThanOrEqual: 899 } },
    "in other words": { price: { greaterThanOrEqual: 899, lessThan: 1150 } },
    "not, of one field": { genre: { not: ["history", "fiction", "poetry"] } },
    "not, of a list": { genre: { "!=": ["history", "travel"] } },
    "made before a moment": { createdAt: { "<": new Date("2000-01-01") } },
    "made after a moment": { createdAt: { ">": new Date("2000-01-01") }, genre: "poetry" },
    between: { price: { between: [750, 1000] } },
    "a day": { publishedOn: { "<": "1965-01-01" } },
    "there is one": { pages: { exists: true } },
    "there is none": { pages: { exists: false }, genre: { "!=": "history" } },
    contains: { title: { contains: "es" } },
    "does not contain": { title: { notContains: "e" } },
    "starts with": { title: { startsWith: "S" } },
    "starts with, in Greek": { title: { startsWith: "Ὀδύ" } },
    "ends with": { title: { endsWith: "s" } },
    like: { title: { like: "%o%s" } },
    "like, one character": { title: { like: "odd_ones%" } },
    "like, taken as it is": { title: { like: "%100\\%" } },
    "contains a backslash": { title: { contains: "\\and" } },
    "contains a quote": { title: { contains: '"Hoso' } },
    "contains, case overlooked": { title: { icontains: "THE" } },
    "starts with, case overlooked": { title: { istartsWith: "the" } },
    "ends with, case overlooked": { title: { iendsWith: "FOREST" } },
    "like, case overlooked": { title: { ilike: "%WORLD%" } },
    "a list that holds": { tags: "sea" },
    "a list that contains": { tags: { contains: "long" } },
    or: { or: [{ genre: "science" }, { price: 100 }] },
    and: { and: [{ tags: "sea" }, { genre: "fiction" }] },
    not: { not: { price: { "<": 5000 } }, title: { endsWith: "9" } },
    "or of what the server knows": { or: [{ genre: "travel" }, { genre: "children", price: { ">": 1 } }] },
    "true or not": { inStock: false },
    "with its default": { inStock: true, genre: ["travel", "science"] },
  };
  for (const [what, where] of Object.entries(conditions)) {
    await shop.tell(what, async () => (await books.find(where).sort("price")).map(({ title }) => title));
  }
  await shop.tell("all in one object", async () =>
    (await books.find({ where: { tags: "sea" }, sort: "-price", skip: 1, limit: 1 })).map(({ title }) => title),
  );
  const planned = books.find({ genre: ["poetry", "travel"], price: { ">=": 500 }, pages: { ">": 1 } }).sort("-price");
  await shop.tell("what is asked of the server", async () => planned.explain().text.replace(/https?:\/\/[^/\s]+/g, ""));
  await shop.tell("the request", async () => planned.toRequest()?.url.replace(/^https?:\/\/[^/]+/, ""));
  await shop.tell("what it gives", async () => (await planned).map(({ title }) => title));
  await shop.tell("where adds", async () =>
    (await books.find({ tags: "sea" }).where({ genre: "poetry" })).map(({ title }) => title),
  );
  await shop.tell("the server's own search", async () =>
    (await books.find().params({ q: "word for" })).map(({ title }) => title),
  );
  await shop.tell("the server's own search, case overlooked", async () =>
    (await authors.find().params({ q: "HOMER" })).map(({ name }) => name),
  );
  await shop.tell("the server's own search of what needs care", async () =>
    (await books.find().params({ q: "100%" })).map(({ title }) => title),
  );
  await shop.tell("a field that is not there", () => books.find({ titel: "Solaris" } as object));
  await shop.tell("an operator that is not there", () => books.find({ price: { above: 3 } } as object));
  await shop.tell("a value that cannot be", () => books.find({ genre: "cooking" } as object));
}
