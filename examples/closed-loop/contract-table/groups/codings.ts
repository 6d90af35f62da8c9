import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { api, crud, ref } from "../description.js";
import type { Group, Row } from "../row.js";

const schemas = {
  Text: {
    type: "object",
    required: ["text"],
    properties: { id: { type: "integer", readOnly: true }, text: { type: "string" } },
  },
};
const plain = (text: string): Buffer => Buffer.from(JSON.stringify({ text }));
const encoded = (
  name: string,
  coding: string,
  body: Uint8Array | string,
  status: number,
  more: Partial<Row> = {},
): Row => ({
  name,
  method: "POST",
  path: "/texts",
  headers: { "content-type": "application/json", "content-encoding": coding },
  body,
  status,
  ...more,
});
const ACCEPTED = { "accept-encoding": "gzip, deflate, br" };
const charset = (name: string, type: string, body: Uint8Array, status: number, more: Partial<Row> = {}): Row => ({
  name,
  method: "POST",
  path: "/texts",
  headers: { "content-type": type },
  body,
  status,
  ...more,
});

export const codings: Group = {
  name: "codings",
  description: api(crud("/texts", ref("Text")), schemas),
  bodyLimit: 8192,
  rows: [
    encoded("gzip", "gzip", gzipSync(plain("gzip")), 201, { answer: { id: 1, text: "gzip" } }),
    encoded("x-gzip", "x-gzip", gzipSync(plain("x-gzip")), 201, { says: ["x-gzip"] }),
    encoded("gzip in upper case", "GZIP", gzipSync(plain("upper")), 201),
    encoded("deflate", "deflate", deflateSync(plain("deflate")), 201, { says: ["deflate"] }),
    encoded("br", "br", brotliCompressSync(plain("br")), 201, { says: ["br"] }),
    encoded("identity", "identity", plain("identity"), 201),
    encoded("two codings", "deflate, gzip", gzipSync(deflateSync(plain("two"))), 201, { says: ["two"] }),
    encoded("five codings", "gzip, gzip, gzip, gzip, gzip", plain("five"), 415, { answerHeaders: ACCEPTED }),
    encoded("an unknown coding", "zip", plain("zip"), 415, { says: ["zip is not supported"], answerHeaders: ACCEPTED }),
    encoded("an unknown coding among known ones", "gzip, zip", gzipSync(plain("zip")), 415, {
      answerHeaders: ACCEPTED,
    }),
    encoded("no gzip", "gzip", plain("plain"), 400, { says: ["Malformed content encoding"] }),
    encoded("gzip that is cut off", "gzip", gzipSync(plain("cut".repeat(50))).subarray(0, 20), 400, {
      says: ["Malformed content encoding"],
    }),
    encoded("no brotli", "br", plain("plain"), 400, { says: ["Malformed content encoding"] }),
    encoded("no deflate", "deflate", plain("plain"), 400),
    encoded("two codings in the wrong order", "gzip, deflate", gzipSync(deflateSync(plain("two"))), 400),
    encoded("gzip of what is no JSON", "gzip", gzipSync("{"), 400, { says: ["Malformed JSON"] }),
    encoded("gzip of a bad body", "gzip", gzipSync("{}"), 400, { says: ["/text"] }),
    encoded("gzip of nothing", "gzip", gzipSync(""), 400, { says: ["is required"] }),
    encoded("no bytes that say they are gzip", "gzip", "", 400),
    encoded("gzip that grows beyond the limit", "gzip", gzipSync(plain("A".repeat(10_000))), 413, {
      says: ["8192 bytes"],
    }),
    {
      name: "an unknown coding for an unknown path",
      method: "POST",
      path: "/nothing",
      headers: { "content-encoding": "zip", "content-type": "application/json" },
      body: "{}",
      status: 404,
    },
    charset("UTF-8", "application/json; charset=UTF-8", plain("ä"), 201, { says: ["ä"] }),
    charset("UTF-8 in quotes", 'application/json; charset="utf-8"', plain("ä"), 201, { says: ["ä"] }),
    charset("Latin-1 that says it is UTF-8", "application/json", Buffer.from('{"text":"\xe4"}', "latin1"), 400, {
      says: ["is not UTF-8"],
    }),
    {
      name: "an answer that may be compressed",
      path: "/texts/1",
      headers: { "accept-encoding": "gzip, br" },
      status: 200,
      answer: { id: 1, text: "gzip" },
    },
    {
      name: "an answer that must not be plain",
      path: "/texts/1",
      headers: { "accept-encoding": "identity;q=0" },
      status: 200,
    },
  ],
};
