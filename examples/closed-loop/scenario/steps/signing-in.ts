import type { Shop } from "../shop.js";

/** Reading the catalogue is public; everything else needs the token. */
export async function signingIn(shop: Shop): Promise<void> {
  const author = { name: "Nobody" };
  const stranger = shop.clientWith(undefined);
  await shop.tell("a stranger reads", () => stranger.authors.find().execute(), "author");
  await shop.tell("a stranger writes", () => stranger.authors.create(author));
  await shop.tell("a stranger reads what is private", () => stranger.orders.find().execute());
  await shop.tell("a wrong token", () => shop.clientWith("nonsense").authors.create(author));
  await shop.tell("a wrong token and a wrong body", () =>
    shop.clientWith("nonsense").authors.create({ name: "" }, { validate: false }),
  );
  await shop.send("another scheme", "GET", "/settings", { headers: { authorization: "Basic bm9ib2R5Og==" } });
  await shop.tell("nothing was written", () => shop.client.authors.find().count());
}
