import type { Shop } from "../shop.js";

const ADDRESS = { street: "12 Abbenay Lane", city: "Leeds", postalCode: "LS1 4AP", country: "GB" };

/** Customers and their orders, and the action that ends one. */
export async function orderingBooks(shop: Shop): Promise<void> {
  const { client } = shop;
  const customer = await shop.tell(
    "a customer",
    () =>
      client.customers.create({
        name: "Odo Laia",
        email: "odo@anarres.example",
        password: "no-walls-no-gates",
        address: ADDRESS,
      }),
    "customer",
  );
  const customerId = customer?.id ?? "";
  await shop.tell(
    "another address",
    () =>
      client.customers.update(customerId, { phone: "+4930901820", address: { ...ADDRESS, street: "1 Odo Square" } }),
    "customer",
  );
  await shop.tell("as it is kept", () => client.customers.get(customerId), "customer");
  const [solaris, iliad, gone] = await Promise.all(
    ["Solaris", "Iliad 100%", "the word for world is forest"].map((title) => client.books.find({ title }).first()),
  );
  const items = [
    { bookId: solaris?.id ?? 0, quantity: 2 },
    { bookId: iliad?.id ?? 0, quantity: 1 },
  ];
  const order = await shop.tell(
    "an order",
    () => client.orders.create({ customerId, items, shippingAddress: ADDRESS }),
    "order",
  );
  const orderId = order?.id ?? "";
  await shop.tell("of what is out of stock", () =>
    client.orders.create({ customerId, items: [...items, { bookId: gone?.id ?? 0, quantity: 1 }] }),
  );
  await shop.tell("of what is not there", () =>
    client.orders.create({ customerId, items: [{ bookId: 999_999, quantity: 1 }] }),
  );
  await shop.tell("by nobody", () =>
    client.orders.create({ customerId: "00000000-0000-4000-8000-000000000000", items }),
  );
  await shop.tell("of nothing, rejected here", () => client.orders.create({ customerId, items: [] }));
  await shop.tell("of nothing, rejected there", () =>
    client.orders.create({ customerId, items: [] }, { validate: false }),
  );
  await shop.tell("read", () => client.orders.get(orderId), "order");
  await shop.tell("with a note", () => client.orders.update(orderId, { note: "Wrap it, please." }), "order");
  await shop.tell("of fewer books", () => client.orders.update(orderId, { items: items.slice(0, 1) }), "order");
  await shop.tell("pending", () => client.orders.find({ status: "pending" }).count());
  await shop.tell("cancelled", () => client.orders.cancel({ orderId }, { reason: "Ordered by mistake." }), "order");
  await shop.tell("cancelled twice", () => client.orders.cancel({ orderId }));
  await shop.tell("changed too late", () => client.orders.update(orderId, { note: "Too late." }));
  await shop.tell("none of that kind", () => client.orders.cancel({ orderId: "00000000-0000-4000-8000-000000000000" }));
  await shop.tell("a reason that is too long", () =>
    client.orders.cancel({ orderId }, { reason: "x".repeat(201) }, { validate: false }),
  );
  await shop.tell("as it is now", () => client.orders.get(orderId), "order");
  for (let index = 0; index < 24; index++)
    await client.orders.create({ customerId, items: items.slice(0, 1), note: `Order ${index}` });
  const mine = client.orders.find({ customerId });
  await shop.tell("by cursor", async () => {
    const sizes: number[] = [];
    for await (const page of mine.pages(10)) sizes.push(page.length);
    return sizes;
  });
  await shop.tell("each once", async () => new Set((await mine).map(({ id }) => id)).size);
  await shop.tell("by state", async () => [
    await mine.where({ status: "pending" }).count(),
    await mine.where({ status: "cancelled" }).count(),
  ]);
  await shop.tell("by what they hold", async () => (await mine.where({ "items.quantity": 2 }).select("note")).length);
  await shop.tell("customers by what is inside their address", async () =>
    (await client.customers.find({ "address.city": "Leeds" })).map(({ name }) => name),
  );
  await shop.tell("with the customer", () => mine.where({ status: "cancelled" }).populate("customer"), "order");
}
