import { inOneGo } from "@onespec/spec-core";
import { expect, test } from "vitest";
import { decodeQueryText, parseQueryPairs } from "./query-pairs.js";
import { decodeQueryInSteps, queryPairsInSteps } from "./query-pairs-in-steps.js";

const LONG = 100_000;
const TEXTS = ["a", "é", "€", "😀", "a+b", "é€😀x"].map((text) => encodeURIComponent(text).replaceAll("%20", "+"));

test("long texts are decoded as short ones are, wherever they are cut", () => {
  for (const text of TEXTS) {
    for (const before of ["", "x", "xx", "%20", "x%20"]) {
      const sent = before + text.repeat(LONG / text.length);
      expect(inOneGo(decodeQueryInSteps(sent))).toBe(decodeQueryText(sent));
    }
  }
});

test("a long text that is not encoded well stays as it is, all of it", () => {
  const filling = "%C3%A9+".repeat(LONG / 7);
  for (const wrong of ["%", "%C3", "%A9", "%zz", "%A9%A9%A9%A9%A9"]) {
    for (const sent of [wrong + filling, filling + wrong, filling + wrong + filling]) {
      expect(inOneGo(decodeQueryInSteps(sent))).toBe(decodeQueryText(sent));
    }
  }
});

test("a long form is cut into the same pairs", () => {
  const sent = `a=1&&b+c=x%2Cy&d&=e&long=${"%C3%A9".repeat(LONG)}&${"f=1&".repeat(LONG)}`;
  expect(inOneGo(queryPairsInSteps(sent))).toEqual(parseQueryPairs(sent));
});
