import { AUTHORS, BOOKS } from "../catalogue.js";
import type { Shop } from "../shop.js";

/** Authors and books, one after the other and at once. */
export async function addingRecords(shop: Shop): Promise<void> {
  const { client, names } = shop;
  const authors: (number | bigint | string)[] = [];
  for (const author of AUTHORS) {
    const { data, status, headers } = await client.authors.create(author).withResponse();
    shop.say("an author", { status, data, location: addressIn(headers, names.of("author", data.id)) }, "author");
    authors.push(data.id);
  }
  for (const { by, ...book } of BOOKS) {
    const { data, status, headers } = await client.books.create({ ...book, authorId: authors[by] ?? 0 }).withResponse();
    const [name, tag] = [names.of("book", data.id), headers.get("etag")];
    shop.say(
      "a book",
      { status, data, location: addressIn(headers, name), tag: tag && names.of(`${name} tag`, tag) },
      "book",
    );
  }
  const together = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      client.books.create({
        title: `At once ${10 + index}`,
        authorId: authors[1] ?? 0,
        genre: "history",
        price: 5000 + index,
      }),
    ),
  );
  shop.say("twenty at once", together, "book");
  shop.say("ids that are not their own", together.length - new Set(together.map(({ id }) => String(id))).size);
}

/** Where the new record is, with its name in place of its id. */
function addressIn(headers: Headers, name: string): string {
  const path = new URL(headers.get("location") ?? "", "http://shop").pathname;
  return path.replace(/[^/]+$/, name);
}
