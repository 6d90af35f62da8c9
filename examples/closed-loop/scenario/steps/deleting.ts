import type { Shop } from "../shop.js";

export async function deleting(shop: Shop): Promise<void> {
  const { client } = shop;
  const author = await client.authors.create({ name: "A passing author" });
  const book = await client.books.create({ title: "Ephemera", authorId: author.id, genre: "poetry", price: 200 });
  const reviews = client.reviews.in({ bookId: book.id });
  await reviews.create({ rating: 3, reviewer: "Passer-by" });
  await shop.tell("without a token", () => shop.clientWith(undefined).books.delete(book.id));
  await shop.tell("a book", () => client.books.delete(book.id));
  await shop.tell("it is gone", () => client.books.get(book.id));
  await shop.tell("its reviews, too", () => reviews.find().execute());
  await shop.tell("deleted again", () => client.books.delete(book.id));
  await shop.tell("not in the list", () => client.books.find({ title: "Ephemera" }).exists());
  await shop.tell("its author", () => client.authors.delete(author.id));
  await shop.tell("who is gone", () => client.authors.get(author.id));
  await shop.tell("changed when gone", () => client.authors.update(author.id, { country: "GR" }));
  const next = await client.authors.create({ name: "The next one" });
  shop.say("an id is never given twice", String(next.id) !== String(author.id));
  await client.authors.delete(next.id);
}
