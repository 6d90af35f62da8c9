import { answerIssues } from "../../utils/validate/answer-issues.js";
import { Error_Schema } from "../../models/Error_.js";
import { OrderSchema } from "../../models/Order.js";
import { OrderPageSchema } from "../../models/OrderPage.js";

export const OrdersAnswers = {
  specs: {
    createOrder: { "201": { content: { "application/json": { schema: () => OrderSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } } },
    getOrder: { "200": { content: { "application/json": { schema: () => OrderSchema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } } },
    listOrders: { "200": { content: { "application/json": { schema: () => OrderPageSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } } },
    updateOrder: { "200": { content: { "application/json": { schema: () => OrderSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } } },
    cancelOrder: { "200": { content: { "application/json": { schema: () => OrderSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } }, "409": { content: { "application/json": { schema: () => Error_Schema } } } },
  },
  check: answerIssues,
};
