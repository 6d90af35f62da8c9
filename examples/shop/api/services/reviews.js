import { createContractService } from "@onespec/framework-cli";

/** The records of /books/{bookId}/reviews. Business logic goes here: add methods, or replace those that come with the contract. */
export default (context) => ({
  ...createContractService(context, {
    model: "Review",
    resource: "books.reviews",
    id: { parameter: "reviewId", field: "id" },
    parents: [{ parameter: "bookId", field: "bookId", model: "Book", modelField: "id" }],
    readOnly: ["id", "bookId", "createdAt"],
    shapes: ["Review"],
    list: {
      limit: { parameter: "limit", usual: 20, most: 100 },
      page: { parameter: "page", first: 1 },
      sort: {
        parameter: "sort",
        values: {
          rating: [{ property: ["rating"], descending: false }],
          "-rating": [{ property: ["rating"], descending: true }],
          createdAt: [{ property: ["createdAt"], descending: false }],
          "-createdAt": [{ property: ["createdAt"], descending: true }],
        },
      },
      filters: [{ parameter: "rating", property: ["rating"], operator: "eq" }],
    },
  }),
});
