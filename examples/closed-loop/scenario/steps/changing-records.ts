import type { Shop } from "../shop.js";

/** PATCH and PUT, and the moments that they leave and move. */
export async function changingRecords(shop: Shop): Promise<void> {
  const { client } = shop;
  const homer = await client.authors.find({ name: "Homer" }).first();
  const homerId = homer?.id ?? 0;
  await shop.tell("as it was", () => client.authors.get(homerId), "author");
  await shop.tell("one field", () => client.authors.update(homerId, { country: "GR" }), "author");
  await shop.tell(
    "several",
    () => client.authors.update(homerId, { biography: "Blind, they say.", bornOn: "0001-01-01" }),
    "author",
  );
  await shop.tell("a field taken back", () => client.authors.update(homerId, { bornOn: null }), "author");
  await shop.tell("nothing", () => client.authors.update(homerId, {}), "author");
  await shop.tell("read again", () => client.authors.get(homerId), "author");
  await shop.tell(
    "what only the server makes",
    () => client.authors.update(homerId, { id: 77, createdAt: "2000-01-01T00:00:00Z" } as object, { validate: false }),
    "author",
  );
  await shop.tell("a wrong value, rejected here", () => client.authors.update(homerId, { country: "Greece" }));
  await shop.tell("a wrong value, rejected there", () =>
    client.authors.update(homerId, { country: "Greece" }, { validate: false }),
  );
  await shop.tell("nobody", () => client.authors.update(999_999, { country: "GR" }));

  const book = await client.books.create({
    title: "Draft",
    authorId: homerId,
    genre: "poetry",
    price: 300,
    pages: 10,
    tags: ["draft"],
    isbn: "9781234567890",
  });
  await shop.tell("a book", () => client.books.get(book.id), "book");
  await moment();
  await shop.tell("changed", () => client.books.update(book.id, { price: 350, tags: ["second", "draft"] }), "book");
  await moment();
  await shop.tell(
    "replaced",
    () =>
      client.books.replace(book.id, { title: "Final", authorId: homerId, genre: "poetry", price: 400, inStock: false }),
    "book",
  );
  await moment();
  await shop.tell(
    "replaced by the least",
    () => client.books.replace(book.id, { title: "Final", authorId: homerId, genre: "poetry", price: 400 }),
    "book",
  );
  await shop.tell("read again", () => client.books.get(book.id), "book");
  await shop.tell("replaced by too little, rejected here", () =>
    client.books.replace(book.id, { title: "Half" } as never),
  );
  await shop.tell("replaced by too little, rejected there", () =>
    client.books.replace(book.id, { title: "Half" } as never, { validate: false }),
  );
  await shop.tell("one that is not there", () =>
    client.books.replace(999_999, { title: "None", authorId: homerId, genre: "poetry", price: 400 }),
  );
}

/** Long enough for every clock to go on. */
export function moment(): Promise<void> {
  return new Promise((done) => setTimeout(done, 20));
}
