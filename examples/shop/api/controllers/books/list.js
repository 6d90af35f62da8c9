import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/books",
  operationId: "listBooks",
  summary: "List books",
  tags: ["Books"],
  inputs: {
    query: {
      page: {
        schema: { type: "integer", minimum: 1, default: 1 },
        description: "Which page, counted from 1.",
      },
      limit: {
        schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
        description: "How many on a page.",
      },
      q: {
        schema: { type: "string", minLength: 1 },
        description: "Free text, looked for in every text field.",
      },
      authorId: {
        schema: { type: "integer", format: "int64", minimum: 1 },
        description: "Only books by this author.",
      },
      genre: {
        schema: { type: "array", items: { $ref: "#/components/schemas/Genre" } },
        description: "Only books of these genres, separated by commas.",
        explode: false,
      },
      minPrice: {
        schema: { type: "integer", minimum: 0 },
        description: "Only books that cost at least this much, in cents.",
      },
      maxPrice: {
        schema: { type: "integer", minimum: 0 },
        description: "Only books that cost at most this much, in cents.",
      },
      sort: {
        schema: {
          type: "string",
          enum: ["title", "-title", "price", "-price", "publishedOn", "-publishedOn"],
          default: "title",
        },
        description: "A leading `-` turns the order around.",
      },
    },
  },
  outputs: {
    "200": { description: "A page of books.", schema: { $ref: "#/components/schemas/BookPage" } },
    "400": {
      description: "The request does not fit this description.",
      schema: { $ref: "#/components/schemas/Error" },
    },
  },
  async handler(request, services) {
    const page = await services.books.list(request.params, request.query);
    return { data: page.records, total: page.total, page: page.page, limit: page.limit };
  },
});
