import { defineAction } from "@onespec/framework-cli";

export default defineAction({
  method: "GET",
  path: "/authors",
  operationId: "listAuthors",
  summary: "List authors",
  tags: ["Authors"],
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
      country: {
        schema: { $ref: "#/components/schemas/CountryCode" },
        description: "Only authors from this country.",
      },
      sort: {
        schema: { type: "string", enum: ["name", "-name", "bornOn", "-bornOn"], default: "name" },
        description: "A leading `-` turns the order around.",
      },
    },
  },
  outputs: {
    "200": {
      description: "A page of authors.",
      schema: { $ref: "#/components/schemas/AuthorPage" },
    },
    "400": {
      description: "The request does not fit this description.",
      schema: { $ref: "#/components/schemas/Error" },
    },
  },
  async handler(request, services) {
    const page = await services.authors.list(request.params, request.query);
    return { data: page.records, total: page.total, page: page.page, limit: page.limit };
  },
});
