import type { Shop } from "../shop.js";

/** Records below a record. */
export async function reviewing(shop: Shop): Promise<void> {
  const { client } = shop;
  const [solaris, iliad] = await Promise.all(
    ["Solaris", "Iliad 100%"].map((title) => client.books.find({ title }).first()),
  );
  const ofSolaris = client.reviews.in({ bookId: solaris?.id ?? 0 });
  const ofIliad = client.reviews.in({ bookId: iliad?.id ?? 0 });
  const first = await shop.tell("a review", () => ofSolaris.create({ rating: 5, reviewer: "Kelvin" }), "review");
  for (const rating of [3, 4, 5, 1])
    await shop.tell(
      "another",
      () => ofSolaris.create({ rating, reviewer: `Reader ${rating}`, comment: "…" }),
      "review",
    );
  await shop.tell("one of another book", () => ofIliad.create({ rating: 2, reviewer: "Achilles" }), "review");
  const id = first?.id ?? 0;
  await shop.tell("read", () => ofSolaris.get(id), "review");
  await shop.tell("read below another book", () => ofIliad.get(id));
  await shop.tell("best first", async () =>
    (await ofSolaris.find().sort("-rating, reviewer")).map((one) => one.reviewer),
  );
  await shop.tell("of five stars", async () =>
    (await ofSolaris.find({ rating: 5 }).sort("reviewer")).map((one) => one.reviewer),
  );
  await shop.tell("changed", () => ofSolaris.update(id, { comment: "Still strange." }), "review");
  await shop.tell("six stars", () => ofSolaris.update(id, { rating: 6 }, { validate: false }));
  await shop.tell(
    "moved to another book",
    () => ofSolaris.update(id, { bookId: 1 } as object, { validate: false }),
    "review",
  );
  await shop.tell("of no book", () => client.reviews.in({ bookId: 999_999 }).find().execute());
  await shop.tell("for no book", () =>
    client.reviews.in({ bookId: 999_999 }).create({ rating: 1, reviewer: "Nobody" }),
  );
  await shop.tell(
    "books with their reviews and author",
    () =>
      client.books
        .find({ price: [501, 1150] })
        .sort("price")
        .select("title")
        .populate("author", { select: ["name"] })
        .populate("reviews", { select: ["rating", "reviewer"], sort: "reviewer" }),
    "book",
  );
  await shop.tell(
    "reviews with their book and its author",
    () =>
      ofIliad
        .find()
        .select("reviewer")
        .populate("book.author", { select: ["name"] }),
    "review",
  );
  const orphan = await client.books.create({ title: "Beowulf", authorId: 888_888, genre: "poetry", price: 777 });
  await shop.tell("a book whose author is not there", () =>
    client.books.find({ title: "Beowulf" }).select("title").populate("author"),
  );
  await client.books.delete(orphan.id);
  await shop.tell("deleted", () => ofSolaris.delete(id));
  await shop.tell("deleted again", () => ofSolaris.delete(id));
  await shop.tell("how many are left", () => ofSolaris.find().count());
}
