import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const BUILT = new URL("../../dist/console/", import.meta.url);
/** Bytes, gzipped: what the page loads, with the fonts of Latin letters. */
const MOST = 110_000;
const MOST_WITHOUT_FONTS = 60_000;

test("the first load of the console stays small, and does not include the documentation", () => {
  const page = readFileSync(new URL("index.html", BUILT), "utf8");
  const named = [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file]) => file ?? "");
  const fonts = readdirSync(new URL("console/", BUILT)).filter((name) => /-latin-wght.*woff2$/.test(name));
  const sizeOf = (files: readonly string[]): number =>
    files.reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, BUILT))).length, 0);
  expect(fonts).toHaveLength(2);
  expect(named.filter((name) => name.includes("standalone"))).toEqual([]);
  expect(sizeOf(named)).toBeGreaterThan(10_000);
  expect(sizeOf(named)).toBeLessThan(MOST_WITHOUT_FONTS);
  expect(sizeOf([...named, ...fonts.map((font) => `console/${font}`)])).toBeLessThan(MOST);
});
