import { createContractService } from "@onespec/framework-cli";

/** The records of /books. Business logic goes here: add methods, or replace those that come with the contract. */
export default (context) => ({
  ...createContractService(context, {
    model: "Book",
    id: { parameter: "bookId", field: "id" },
    readOnly: ["id", "createdAt", "updatedAt"],
    shapes: ["Book"],
    list: {
      limit: { parameter: "limit", usual: 20, most: 100 },
      page: { parameter: "page", first: 1 },
      sort: {
        parameter: "sort",
        values: {
          title: [{ property: ["title"], descending: false }],
          "-title": [{ property: ["title"], descending: true }],
          price: [{ property: ["price"], descending: false }],
          "-price": [{ property: ["price"], descending: true }],
          publishedOn: [{ property: ["publishedOn"], descending: false }],
          "-publishedOn": [{ property: ["publishedOn"], descending: true }],
        },
      },
      search: "q",
      filters: [
        { parameter: "authorId", property: ["authorId"], operator: "eq" },
        { parameter: "genre", property: ["genre"], operator: "in" },
        { parameter: "minPrice", property: ["price"], operator: "gte" },
        { parameter: "maxPrice", property: ["price"], operator: "lte" },
      ],
    },
  }),
});
