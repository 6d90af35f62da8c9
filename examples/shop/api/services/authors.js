import { createContractService } from "@onespec/framework-cli";

/** The records of /authors. Business logic goes here: add methods, or replace those that come with the contract. */
export default (context) => ({
  ...createContractService(context, {
    model: "Author",
    id: { parameter: "authorId", field: "id" },
    nullable: ["bornOn"],
    readOnly: ["id", "createdAt"],
    shapes: ["Author"],
    list: {
      limit: { parameter: "limit", usual: 20, most: 100 },
      page: { parameter: "page", first: 1 },
      sort: {
        parameter: "sort",
        values: {
          name: [{ property: ["name"], descending: false }],
          "-name": [{ property: ["name"], descending: true }],
          bornOn: [{ property: ["bornOn"], descending: false }],
          "-bornOn": [{ property: ["bornOn"], descending: true }],
        },
      },
      search: "q",
      filters: [{ parameter: "country", property: ["country"], operator: "eq" }],
    },
  }),
});
