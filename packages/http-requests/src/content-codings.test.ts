import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { contentCodings, isDecodingError, isKnownCoding, withoutCodings } from "./content-codings.js";

test("codings are undone in the order that is opposite to the header's", async () => {
  const bytes = brotliCompressSync(deflateSync(gzipSync("text")));
  const codings = contentCodings(" gzip, Deflate,identity,, BR");
  expect(codings).toEqual(["gzip", "deflate", "br"]);
  expect((await buffer(withoutCodings(Readable.from([bytes]), codings))).toString()).toBe("text");
});

test("names that every object has are no codings", () => {
  expect(["gzip", "x-gzip", "constructor", "zstd"].map(isKnownCoding)).toEqual([true, true, false, false]);
});

test.each(["gzip", "deflate", "br"])("bytes that are not %s are told as that", async (coding) => {
  const error = await buffer(withoutCodings(Readable.from([Buffer.from("plain text")]), [coding])).catch(
    (reason) => reason,
  );
  expect(isDecodingError(error)).toBe(true);
});
