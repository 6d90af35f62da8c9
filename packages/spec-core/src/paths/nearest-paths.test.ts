import { expect, test } from "vitest";
import { createNearestPaths } from "./nearest-paths.js";

const nearestTo = createNearestPaths(["/pets", "/pets/{petId}", "/pets/{petId}/toys", "/orders", "/orders", "/users"]);

test.each([
  ["/pet", "/pets"],
  ["/Pets/", "/pets"],
  ["/pest/7", "/pets/{petId}"],
  ["/pets/7/toy", "/pets/{petId}/toys"],
  ["/order", "/orders"],
])("of %s the nearest is %s", (asked, nearest) => {
  expect(nearestTo(asked)[0]).toBe(nearest);
});

test("three at most, each once, and none where there are none", () => {
  const found = nearestTo("/order");
  expect(found).toHaveLength(3);
  expect(new Set(found).size).toBe(3);
  expect(createNearestPaths([])("/order")).toEqual([]);
});

test("a path of a million segments, or of a million letters, is compared by its beginning", () => {
  expect(nearestTo("/pets".repeat(1_000_000))).toHaveLength(3);
  expect(nearestTo(`/orders${"x".repeat(1_000_000)}`)).toHaveLength(3);
});
