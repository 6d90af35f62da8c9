import type { Shop } from "../shop.js";
import { moment } from "./changing-records.js";

/** Entity tags: a client that changes a book gets an error if somebody else has changed it meanwhile. */
export async function agreeing(shop: Shop): Promise<void> {
  const { client, names } = shop;
  const homer = await client.authors.find({ name: "Homer" }).first();
  const values = { title: "Contested", authorId: homer?.id ?? 0, genre: "poetry", price: 600 } as const;
  const made = await client.books.create(values).withResponse();
  const { id } = made.data;
  const book = names.of("book", id);
  const tagIn = (headers: Headers): string => headers.get("etag") ?? "none";
  const told = (headers: Headers): string => names.of(`${book} tag`, tagIn(headers));
  shop.say("its tag", told(made.headers));
  const read = await client.books.get(id).withResponse();
  shop.say("its tag, read", told(read.headers));
  const first = tagIn(read.headers);
  await shop.send("not read again", "GET", `/books/${id}`, { headers: { "if-none-match": first } });
  await moment();
  const changed = await client.books.update(id, { price: 700 }, { headers: { "if-match": first } }).withResponse();
  shop.say("changed by who saw it", { status: changed.status, tag: told(changed.headers) });
  const second = tagIn(changed.headers);
  const again = await client.books.get(id).withResponse();
  shop.say("its tag, read again", told(again.headers));
  await shop.tell("changed by who did not", () =>
    client.books.update(id, { price: 1 + 700 }, { headers: { "if-match": first } }),
  );
  await shop.tell("replaced by who did not", () =>
    client.books.replace(id, values, { headers: { "if-match": first } }),
  );
  await shop.tell("deleted by who did not", () => client.books.delete(id, { headers: { "if-match": first } }));
  await shop.tell("nothing of it happened", () => client.books.get(id), "book");
  await shop.tell(
    "whatever it is",
    () => client.books.update(id, { price: 710 }, { headers: { "if-match": "*" } }),
    "book",
  );
  const third = (await client.books.get(id).withResponse()).headers;
  await shop.tell(
    "one of several",
    () => client.books.update(id, { price: 720 }, { headers: { "if-match": `${second}, ${tagIn(third)}` } }),
    "book",
  );
  await shop.tell("one that is not there", () =>
    client.books.update(999_999, { price: 720 }, { headers: { "if-match": first } }),
  );
  const latest = (await client.books.get(id).withResponse()).headers;
  await shop.tell("deleted by who saw it", () => client.books.delete(id, { headers: { "if-match": tagIn(latest) } }));
  const contested = await client.books.create(values).withResponse();
  const tag = tagIn(contested.headers);
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      client.books.update(contested.data.id, { price: 800 + index }, { headers: { "if-match": tag } }).then(
        () => 200,
        (error: unknown) => (error as { readonly status?: number }).status,
      ),
    ),
  );
  shop.say("eight at once", outcomes.sort());
  await client.books.delete(contested.data.id);
}
