import { expect, test } from "vitest";
import { decodeQueryText, parseCookiePairs, parseQueryPairs } from "./text-values.js";

test("a query is cut into pairs, in order, values as they were sent", () => {
  expect(parseQueryPairs("a=1&&b+c=x%2Cy&d&=e&a=2")).toEqual([
    { name: "a", raw: "1" },
    { name: "b c", raw: "x%2Cy" },
    { name: "d", raw: "" },
    { name: "", raw: "e" },
    { name: "a", raw: "2" },
  ]);
});

test("what is not valid percent-encoding stays as it is", () => {
  expect(["a+b%20c", "100%", "%e9", "%C3%A9"].map(decodeQueryText)).toEqual(["a b c", "100%", "%e9", "é"]);
});

test("cookies lose their quotation marks, and what is no pair is none", () => {
  expect(parseCookiePairs('a=1; b="x y"; flag; c=d=e')).toEqual([
    { name: "a", raw: "1" },
    { name: "b", raw: "x y" },
    { name: "c", raw: "d=e" },
  ]);
});
