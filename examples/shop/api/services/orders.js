import { createContractService, HttpError } from "@onespec/framework-cli";
import { inOneStep } from "../../lib/in-one-step.js";

/** Orders in these states are on their way, or over. */
const SETTLED = ["shipped", "delivered", "cancelled"];

/** The records of /orders. What an order costs is the shop's word, not the client's. */
export default (context) => {
  const records = createContractService(context, {
    model: "Order",
    id: { parameter: "orderId", field: "id" },
    nullable: ["cancelledAt"],
    readOnly: ["id", "status", "total", "createdAt", "cancelledAt"],
    shapes: ["Order"],
    list: {
      limit: { parameter: "limit", usual: 20, most: 100 },
      cursor: { after: "cursor", kind: "token" },
      filters: [
        { parameter: "status", property: ["status"], operator: "eq" },
        { parameter: "customerId", property: ["customerId"], operator: "eq" },
        { parameter: "createdAfter", property: ["createdAt"], operator: "gt" },
        { parameter: "createdBefore", property: ["createdAt"], operator: "lt" },
      ],
    },
  });

  /** The sum of an order's books at today's prices. @throws HttpError 400 for a book that is not there, or not in stock */
  const totalOf = async (items) => {
    const ids = [...new Set(items.map(({ bookId }) => bookId))];
    const found = await context.repository("Book").find({ where: { id: { in: ids } } });
    const books = new Map(found.map((book) => [book.id, book]));
    const details = items.flatMap(({ bookId }, index) => {
      const book = books.get(bookId);
      const message = book === undefined ? `there is no book ${bookId}` : `${book.title} is out of stock`;
      return book?.inStock === false || book === undefined ? [{ in: "body", path: `/items/${index}/bookId`, message }] : [];
    });
    if (details.length > 0) throw new HttpError(400, "This cannot be ordered.", { details });
    return items.reduce((sum, { bookId, quantity }) => sum + books.get(bookId).price * quantity, 0);
  };

  /** @throws HttpError 400 */
  const requireCustomer = async (id) => {
    if ((await context.repository("Customer").get(id)) !== undefined) return;
    throw new HttpError(400, "This cannot be ordered.", {
      details: [{ in: "body", path: "/customerId", message: "there is no such customer" }],
    });
  };

  /** @throws HttpError 404, 409 when the order is on its way or over */
  const requireOpen = async (params) => {
    const { status } = await records.get(params);
    if (SETTLED.includes(status)) throw new HttpError(409, `The order is ${status}.`);
  };

  return {
    ...records,
    create: (params, body) =>
      inOneStep(context, async () => {
        await requireCustomer(body.customerId);
        return records.create(params, body, { status: "pending", total: await totalOf(body.items) });
      }),
    update: (params, body) =>
      inOneStep(context, async () => {
        await requireOpen(params);
        if (body.customerId !== undefined) await requireCustomer(body.customerId);
        return records.update(params, body, body.items && { total: await totalOf(body.items) });
      }),
    cancel: (params) =>
      inOneStep(context, async () => {
        await requireOpen(params);
        return records.update(params, {}, { status: "cancelled", cancelledAt: new Date().toISOString() });
      }),
  };
};
