import { loadDescription } from "@onespec/spec-core";
import { expect, test } from "vitest";
import { BOOKSHOP } from "./run-command.js";

const api = await loadDescription(BOOKSHOP);

test("the running example has no problems, not even small ones", () => {
  for (const schema of api.schemas.named.values()) api.schemas.validator(schema, "response");
  expect(api.diagnostics).toEqual([]);
});

test("its examples satisfy their schemas", () => {
  let checked = 0;
  for (const { id, requestBody, responses } of api.operations) {
    const sides = [
      ...(requestBody?.content ?? []).map((media) => ({ media, view: "request" as const })),
      ...responses.flatMap(({ content }) => content.map((media) => ({ media, view: "response" as const }))),
    ];
    for (const { media, view } of sides) {
      for (const { value } of media.examples) {
        const violations =
          media.schema === undefined ? [] : api.schemas.validator(media.schema, view).violations(value);
        expect({ id, violations }).toEqual({ id, violations: [] });
        checked += 1;
      }
    }
  }
  expect(checked).toBeGreaterThan(20);
});

test("its resources have the expected ids, parents, filters and sort parameters", () => {
  expect(
    api.resources.map(({ name, id, parents, list }) => ({
      name,
      id: id.property,
      parents: parents.map(({ resource }) => resource?.name),
      sort: list?.sort?.parameter.name,
      filters: list?.filters.map(({ parameter, property, operator }) => `${parameter.name}: ${property} ${operator}`),
    })),
  ).toEqual([
    { name: "authors", id: ["id"], parents: [], sort: "sort", filters: ["country: country eq"] },
    {
      name: "books",
      id: ["id"],
      parents: [],
      sort: "sort",
      filters: ["authorId: authorId eq", "genre: genre in", "minPrice: price gte", "maxPrice: price lte"],
    },
    { name: "books.reviews", id: ["id"], parents: ["books"], sort: "sort", filters: ["rating: rating eq"] },
    { name: "customers", id: ["id"], parents: [], sort: undefined, filters: ["email: email eq"] },
    {
      name: "orders",
      id: ["id"],
      parents: [],
      sort: undefined,
      filters: [
        "status: status eq",
        "customerId: customerId eq",
        "createdAfter: createdAt gt",
        "createdBefore: createdAt lt",
      ],
    },
  ]);
});
