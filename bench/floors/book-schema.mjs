/** What a client sends, for Fastify's validation. */
export const NEW_BOOK = {
  type: "object",
  required: ["title"],
  additionalProperties: false,
  properties: {
    title: { type: "string", minLength: 1, maxLength: 120 },
    isbn: { type: "string", maxLength: 20 },
    pages: { type: "integer" },
    price: { type: "string", pattern: "^-?\\d{1,8}(\\.\\d{1,2})?$" },
    inPrint: { type: "boolean" },
    published: { type: "string", format: "date" },
  },
};
/** What a client changes. */
export const CHANGED_BOOK = { ...NEW_BOOK, required: [], minProperties: 1 };
export const BY_ID = { type: "object", properties: { id: { type: "integer" } } };
export const PAGE = {
  type: "object",
  properties: { limit: { type: "integer", default: 20, maximum: 100 }, offset: { type: "integer", default: 0 } },
};
