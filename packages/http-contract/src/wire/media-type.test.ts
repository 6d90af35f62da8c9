import type { RequestBody } from "@onespec/spec-core";
import { expect, test } from "vitest";
import {
  essence,
  headerParameter,
  headerParameters,
  implicitType,
  isJsonType,
  isXmlType,
  selectMediaType,
} from "./media-type.js";

test("a media type is known whatever its case and parameters", () => {
  expect(["Text/HTML; charset=utf-8", "application/json", " A/B ;c"].map(essence)).toEqual([
    "text/html",
    "application/json",
    "a/b",
  ]);
  expect(headerParameter('multipart/form-data; Boundary="a\\"b"; charset=x', "boundary")).toBe('a"b');
  expect(headerParameter("text/plain", "charset")).toBeUndefined();
  expect(headerParameters('text/html; q=0.5; a="b;c"')).toEqual([
    ["q", "0.5"],
    ["a", "b;c"],
  ]);
  expect(["application/problem+json", "text/json", "application/jsonp"].map(isJsonType)).toEqual([true, true, false]);
  expect(["application/atom+xml", "text/xml", "text/html"].map(isXmlType)).toEqual([true, true, false]);
});

const documents = (...types: string[]) => ({ content: types.map((type) => ({ type })) }) as unknown as RequestBody;

test("of the documented types the most specific one takes a body", () => {
  const body = documents("*/*", "text/*", "text/plain; charset=utf-8", "application/json");
  const selected = (type: string) => selectMediaType(body, type)?.type;
  expect(["text/plain", "text/csv", "image/png"].map(selected)).toEqual(["text/plain; charset=utf-8", "text/*", "*/*"]);
  expect(selectMediaType(documents("application/json"), "text/plain")).toBeUndefined();
});

test("a body of no type is what is documented", () => {
  expect(implicitType(documents("text/plain", "application/vnd.api+json"), "a/b")).toBe("application/vnd.api+json");
  expect(implicitType(documents("image/*", "text/plain"), "a/b")).toBe("text/plain");
  expect(implicitType(documents("image/*"), "a/b")).toBe("a/b");
});
