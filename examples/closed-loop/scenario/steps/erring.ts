import type { Shop } from "../shop.js";

const JSON_BODY = { "content-type": "application/json" };

/** Errors in a request are found: by the client before it sends, and by the server when the request is sent all the same. */
export async function erring(shop: Shop): Promise<void> {
  const { client } = shop;
  const wrong = {
    titel: "Misspelt",
    genre: "cooking",
    price: 99,
    pages: 0.5,
    tags: ["a", "a", ""],
    isbn: "123",
    publishedOn: "May",
  } as never;
  await shop.tell("everything wrong, rejected here", () => client.books.create(wrong));
  await shop.tell("everything wrong, rejected there", () => client.books.create(wrong, { validate: false }));
  await shop.tell("no object", () => client.books.create([] as never, { validate: false }));
  await shop.send("no body", "POST", "/books", { headers: JSON_BODY });
  await shop.send("no JSON", "POST", "/books", { headers: JSON_BODY, body: '{"title": ' });
  await shop.send("null", "POST", "/authors", { headers: JSON_BODY, body: "null" });
  await shop.send("text", "POST", "/authors", { headers: { "content-type": "text/plain" }, body: "Homer" });
  await shop.send("too large", "POST", "/authors", {
    headers: JSON_BODY,
    body: JSON.stringify({ name: "x".repeat(80_000) }),
  });
  await shop.send("another method", "PUT", "/authors", { headers: JSON_BODY, body: "{}" });
  await shop.send("another method of a record", "PUT", "/authors/1", { headers: JSON_BODY, body: "{}" });
  await shop.send("a wrong filter", "GET", "/books?minPrice=cheap&genre=poetry,cooking");
  await shop.send("a wrong order", "GET", "/books?sort=pages");
  await shop.send("a parameter that is not there", "GET", "/customers?nothing=1&limit=1&email=reader7@books.example");
  await shop.send("a filter that is empty", "GET", "/books?q=");
  await shop.tell("nothing was added", () => client.books.find({ genre: { "!=": "science" } }).count());
}
