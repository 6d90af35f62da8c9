/**
 * What an order costs at today's prices, and why it cannot be placed: as in `examples/shop/api/services/orders.js`.
 *
 * @param {{ customerId?: string, items?: readonly { bookId: number, quantity: number }[] }} order
 * @param {import("@onespec/mock-server").HandlerCall["state"]} state
 */
export async function pricedOrder({ customerId, items = [] }, state) {
  if (customerId !== undefined && (await state("customers").get(customerId)) === undefined)
    return refused([{ in: "body", path: "/customerId", message: "there is no such customer" }]);
  const details = [];
  let total = 0;
  for (const [index, { bookId, quantity }] of items.entries()) {
    const book = await state("books").get(bookId);
    const path = `/items/${index}/bookId`;
    if (book === undefined) details.push({ in: "body", path, message: `there is no book ${bookId}` });
    else if (book.inStock === false) details.push({ in: "body", path, message: `${book.title} is out of stock` });
    else total += book.price * quantity;
  }
  return details.length > 0 ? refused(details) : { total };
}

function refused(details) {
  return { refusal: { status: 400, body: { error: "This cannot be ordered.", details } } };
}
