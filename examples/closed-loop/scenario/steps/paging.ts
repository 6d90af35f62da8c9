import type { Shop } from "../shop.js";

const VOLUMES = 500;

/** Five hundred records through pages, and lists that are paged by offset and by cursor. */
export async function paging(shop: Shop): Promise<void> {
  const { client } = shop;
  const author = await client.authors.create({ name: "A very busy author" });
  const titles = Array.from({ length: VOLUMES }, (_, index) => `Volume ${String(index).padStart(3, "0")}`);
  await inTurns(titles, 20, (title) =>
    client.books.create({ title, authorId: author.id, genre: "science", price: 10_000 }),
  );
  const volumes = client.books.find({ authorId: author.id });
  await shop.tell("all of them", async () => (await volumes.sort("title")).map(({ title }) => title));
  await shop.tell("each once", async () => new Set((await volumes).map(({ id }) => String(id))).size);
  await shop.tell("counted", () => volumes.count());
  await shop.tell("in pages of 90", async () => {
    const sizes: number[] = [];
    for await (const page of volumes.sort("-title").pages(90)) sizes.push(page.length);
    return sizes;
  });
  await shop.tell("the last ten", async () => (await volumes.sort("title").skip(490)).map(({ title }) => title));
  await shop.send("what the list says of itself", "GET", `/books?authorId=${author.id}&limit=1&page=600`);
  await shop.send("a page that is too large", "GET", "/books?limit=101");
  await shop.send("a page before the first", "GET", "/books?page=0");

  const people = Array.from({ length: 25 }, (_, index) => index);
  for (const index of people) {
    await client.customers.create({
      name: `Reader ${index}`,
      email: `reader${index}@books.example`,
      newsletter: index % 2 === 0,
    });
  }
  await shop.tell("customers, by offset", async () => {
    const sizes: number[] = [];
    for await (const page of client.customers.find().pages(10)) sizes.push(page.length);
    return sizes;
  });
  await shop.tell("one by address", async () =>
    (await client.customers.find({ email: "reader7@books.example" })).map(({ name }) => name),
  );
  await shop.tell("those who want news", () => client.customers.find({ newsletter: true }).count());
  await shop.send("past the end", "GET", "/customers?offset=1000&limit=5");
}

/** Runs `work` for each, at most `width` at a time. */
async function inTurns<T>(items: readonly T[], width: number, work: (item: T) => PromiseLike<unknown>): Promise<void> {
  const queue = items[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
