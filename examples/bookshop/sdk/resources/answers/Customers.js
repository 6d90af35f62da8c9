import { answerIssues } from "../../utils/validate/answer-issues.js";
import { CustomerSchema } from "../../models/Customer.js";
import { CustomerPageSchema } from "../../models/CustomerPage.js";
import { Error_Schema } from "../../models/Error_.js";

export const CustomersAnswers = {
  specs: {
    createCustomer: { "201": { content: { "application/json": { schema: () => CustomerSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } } },
    deleteCustomer: { "204": {}, "401": { content: { "application/json": { schema: () => Error_Schema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } } },
    getCustomer: { "200": { content: { "application/json": { schema: () => CustomerSchema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } } },
    listCustomers: { "200": { content: { "application/json": { schema: () => CustomerPageSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } } },
    updateCustomer: { "200": { content: { "application/json": { schema: () => CustomerSchema } } }, "400": { content: { "application/json": { schema: () => Error_Schema } } }, "401": { content: { "application/json": { schema: () => Error_Schema } } }, "404": { content: { "application/json": { schema: () => Error_Schema } } } },
  },
  check: answerIssues,
};
