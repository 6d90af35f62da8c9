import type { BooksRecord } from "../../../bookshop/sdk/index.js";
import type { Shop } from "../shop.js";

/** Order, parts, fields and pages of the answer. */
export async function ordering(shop: Shop): Promise<void> {
  const { books, authors } = shop.client;
  const titles = async (query: PromiseLike<readonly BooksRecord[]>): Promise<readonly unknown[]> =>
    (await query).map(({ title }) => title);
  const named = books.find({ genre: { "!=": "history" } });
  await shop.tell("as it comes", () => titles(named));
  await shop.tell("by title", () => titles(named.sort("title")));
  await shop.tell("by title, downwards", () => titles(named.sort("-title")));
  await shop.tell("by price, downwards", () => titles(named.sort("price DESC")));
  await shop.tell("by day, what has none last", () => titles(named.sort("publishedOn")));
  await shop.tell("by day downwards, what has none last", () => titles(named.sort({ publishedOn: "DESC" })));
  await shop.tell("by what the server cannot sort", () => titles(named.sort("pages")));
  await shop.tell("by price, as a number", () => titles(named.sort({ price: -1 }).limit(2)));
  await shop.tell("by two", () => titles(named.sort("genre, -price")));
  await shop.tell("authors by birth", async () => (await authors.find().sort("bornOn")).map(({ name }) => name));
  await shop.tell("a few", () => titles(books.find().sort("-price").limit(3)));
  await shop.tell("the next few", () => titles(books.find().sort("-price").skip(3).limit(3)));
  await shop.tell("none", () => titles(books.find().limit(0)));
  await shop.tell("more than there are", () => titles(named.sort("price").skip(8).limit(50)));
  await shop.tell("a page", () => titles(books.find().sort("price").paginate(1, 4)));
  await shop.tell("some fields", () => named.sort("price").limit(2).select("title", "price"));
  await shop.tell("all but some", () => named.sort("price").limit(1).omit("createdAt", "updatedAt"), "book");
  await shop.tell("the first", () => named.sort("-pages").first(), "book");
  await shop.tell("the first of none", () => books.find({ title: "Nowhere" }).first());
  await shop.tell("how many", () => books.find().count());
  await shop.tell("how many of a genre", () => books.find({ genre: "poetry" }).count());
  await shop.tell("is there one", () => books.find({ price: { ">": 40_000 } }).exists());
  await shop.tell("page by page", async () => {
    const sizes: number[] = [];
    for await (const page of books.find().sort("price").pages(12)) sizes.push(page.length);
    return sizes;
  });
  await shop.tell("left early", async () => {
    for await (const { title } of books.find().sort("-price").options({ maxRecords: 100 })) return title;
    return undefined;
  });
  await shop.tell("too broad", () => books.find({ title: { endsWith: "x" } }).options({ maxRecords: 5 }));
}
