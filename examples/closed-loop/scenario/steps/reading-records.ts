import type { Shop } from "../shop.js";

export async function readingRecords(shop: Shop): Promise<void> {
  const { client } = shop;
  const solaris = await client.books.find({ title: "Solaris" }).first();
  await shop.tell("a book", () => client.books.get(solaris?.id ?? 0), "book");
  await shop.tell("its author", () => client.authors.get(solaris?.authorId ?? 0), "author");
  await shop.tell("one that is not there", () => client.books.get(999_999));
  await shop.tell("an author who is not there", () => client.authors.get(999_999));
  await shop.tell("a customer who is not there", () => client.customers.get("00000000-0000-4000-8000-000000000000"));
  await shop.tell("an id that is none, rejected here", () => client.books.get("first"));
  await shop.tell("an id that is none, rejected there", () => client.books.get("first", { validate: false }));
  await shop.tell("an id below the least, rejected there", () => client.books.get(0, { validate: false }));
  await shop.tell("an empty id", () => client.books.get(""));
  await shop.send("only its headers", "HEAD", `/books/${solaris?.id}`);
  await shop.send("only the headers of nothing", "HEAD", "/books/999999");
  await shop.send("a path of nobody", "GET", "/nothing/here");
}
