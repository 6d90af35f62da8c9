import { expect, test } from "vitest";
import { rowsBeside } from "../../src/services/scan-records.js";

test("after a row: what is greater by the first key, or the same and greater by the next; null comes last", () => {
  expect(
    rowsBeside(
      "after",
      [
        ["price", "desc"],
        ["id", "asc"],
      ],
      { price: 5, id: 7 },
    ),
  ).toEqual({
    or: [
      { and: [{ or: [{ price: { lt: 5 } }, { price: { isNull: true } }] }] },
      { and: [{ price: 5 }, { or: [{ id: { gt: 7 } }, { id: { isNull: true } }] }] },
    ],
  });
});

test("after a row without a value only others without one come", () => {
  const order = [
    ["price", "asc"],
    ["id", "asc"],
  ] as const;
  expect(rowsBeside("after", order, { price: null, id: 7 })).toEqual({
    or: [{ and: [{ price: null }, { or: [{ id: { gt: 7 } }, { id: { isNull: true } }] }] }],
  });
  expect(rowsBeside("before", order, { price: null, id: 7 })).toEqual({
    or: [{ and: [{ price: { isNull: false } }] }, { and: [{ price: null }, { id: { lt: 7 } }] }],
  });
});
