import { answer, api, json, param, ref } from "../description.js";
import type { Group, Row } from "../row.js";

const schemas = {
  Photo: {
    type: "object",
    required: ["title"],
    properties: {
      id: { type: "integer", readOnly: true },
      title: { type: "string", minLength: 2 },
      year: { type: "integer" },
      tags: { type: "array", items: { type: "string" } },
      place: { type: "object", properties: { city: { type: "string" }, zip: { type: "string" } } },
      public: { type: "boolean" },
    },
  },
  NewPhoto: {
    type: "object",
    required: ["title", "file"],
    properties: {
      title: { type: "string", minLength: 2 },
      year: { type: "integer" },
      tags: { type: "array", items: { type: "string" } },
      place: { type: "object", properties: { city: { type: "string" }, zip: { type: "string" } } },
      public: { type: "boolean" },
      file: { type: "string", contentMediaType: "image/png", maxLength: 100 },
    },
  },
  Scan: {
    type: "object",
    required: ["title", "scan"],
    properties: {
      title: { type: "string" },
      year: { type: "integer" },
      tags: { type: "array", items: { type: "string" } },
      place: { type: "object" },
      public: { type: "boolean" },
      scan: { type: "string", format: "binary" },
    },
  },
};
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const MULTIPART = { "content-type": "multipart/form-data; boundary=cut" };

/** A body of `multipart/form-data`: names with their further headers and texts. */
const parts = (...all: readonly (readonly [name: string, text: string, more?: string])[]): string =>
  `${all.map(([name, text, more = ""]) => `--cut\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`).join("")}--cut--\r\n`;
const FILE = '; filename="a.png"\r\ncontent-type: image/png';

const form = (name: string, body: string, status: number, more: Partial<Row> = {}): Row => ({
  name: `form: ${name}`,
  method: "POST",
  path: "/cards",
  headers: FORM,
  body,
  status,
  ...more,
});
const multipart = (name: string, body: string, status: number, more: Partial<Row> = {}): Row => ({
  name: `multipart: ${name}`,
  method: "POST",
  path: "/photos",
  headers: MULTIPART,
  body,
  status,
  ...more,
});

const list = { get: { responses: { 200: answer({ type: "array", items: ref("Photo") }) } } };
const item = {
  parameters: [param("id", "path", { type: "integer" })],
  get: { responses: { 200: answer(ref("Photo")) } },
};
const urlencoded = { required: true, content: { "application/x-www-form-urlencoded": { schema: ref("Photo") } } };

export const uploads: Group = {
  name: "uploads",
  description: api(
    {
      "/cards": { ...list, post: { requestBody: urlencoded, responses: { 201: answer(ref("Photo")) } } },
      "/cards/{id}": item,
      "/photos": {
        ...list,
        post: {
          requestBody: {
            required: true,
            content: {
              "multipart/form-data": { schema: ref("NewPhoto"), encoding: { file: { contentType: "image/png" } } },
            },
          },
          responses: { 201: answer(ref("Photo")) },
        },
      },
      "/scans": {
        ...list,
        post: {
          requestBody: { required: true, ...json(ref("Scan"), "multipart/form-data") },
          responses: { 201: answer(ref("Photo")) },
        },
      },
      "/scans/{id}": item,
      "/photos/{id}": {
        ...item,
        put: { requestBody: { required: true, content: { "image/png": {} } }, responses: { 204: answer() } },
      },
    },
    schemas,
  ),
  rows: [
    form("create", "title=Sea&year=1999&public=true", 201, {
      answer: { id: 1, title: "Sea", year: 1999, public: true },
    }),
    form("a plus and an encoded space", "title=Blue+Sea%20shore", 201, { says: ['"Blue Sea shore"'] }),
    form("encoded signs", "title=a%26b%3Dc%2Bd", 201, { says: ['"a&b=c+d"'] }),
    form("text beyond ASCII", "title=%E4%BD%A0%E5%A5%BD", 201, { says: ["你好"] }),
    form("a list by repetition", "title=Sea&tags=a&tags=b", 201, { says: ['["a","b"]'] }),
    form("a list with brackets", "title=Sea&tags[]=a&tags[]=b", 201, { says: ['["a","b"]'] }),
    form("a list with indexes", "title=Sea&tags[0]=a&tags[1]=b", 201, { says: ['["a","b"]'] }),
    form("an object with brackets", "title=Sea&place[city]=Bath&place[zip]=01", 201, {
      says: ['{"city":"Bath","zip":"01"}'],
    }),
    form("encoded brackets", "title=Sea&place%5Bcity%5D=Bath", 201, { says: ['{"city":"Bath"}'] }),
    form("with a charset", "title=Sea", 201, {
      headers: { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" },
    }),
    form("missing what is required", "year=1999", 400, { says: ["/title", "is required"] }),
    form("too short", "title=S", 400, { says: ["/title", "minLength"] }),
    form("no number", "title=Sea&year=old", 400, { says: ["/year", "integer"] }),
    form("no boolean", "title=Sea&public=maybe", 400, { says: ["/public", "boolean"] }),
    form("empty", "", 400),
    form("__proto__", "title=Sea&__proto__[admin]=1", 201),
    form("bad percent-encoding", "title=100%", 201, { says: ["100%"] }),
    form("JSON for a form", '{"title":"Sea"}', 415, {
      headers: { "content-type": "application/json" },
      answerHeaders: { "accept-post": "application/x-www-form-urlencoded" },
    }),
    multipart("create", parts(["title", "Sea"], ["file", "PNG", FILE]), 201, { says: ['"title":"Sea"'] }),
    multipart("a number", parts(["title", "Sea"], ["year", "1999"], ["file", "PNG", FILE]), 201, {
      says: ['"year":1999'],
    }),
    multipart(
      "a list by repetition",
      parts(["title", "Sea"], ["tags", "a"], ["tags", "b"], ["file", "PNG", FILE]),
      201,
      { says: ['["a","b"]'] },
    ),
    multipart("without its file", parts(["title", "Sea"]), 400, { says: ["/file", "is required"] }),
    multipart("an object as JSON", parts(["title", "Sea"], ["place", '{"city":"Bath"}'], ["file", "PNG", FILE]), 201, {
      says: ['{"city":"Bath"}'],
    }),
    multipart("without its title", parts(["file", "PNG", FILE]), 400, { says: ["/title"] }),
    multipart("no number", parts(["title", "Sea"], ["year", "old"], ["file", "PNG", FILE]), 400, { says: ["/year"] }),
    multipart("a file that is too large", parts(["title", "Sea"], ["file", "P".repeat(101), FILE]), 400, {
      says: ["/file"],
    }),
    multipart(
      "a file of another type",
      parts(["title", "Sea"], ["file", "GIF", '; filename="a.gif"\r\ncontent-type: image/gif']),
      400,
      { says: ["/file"] },
    ),
    multipart("without a boundary", parts(["title", "Sea"]), 400, {
      headers: { "content-type": "multipart/form-data" },
    }),
    multipart("another boundary", parts(["title", "Sea"]), 400, {
      headers: { "content-type": "multipart/form-data; boundary=other" },
    }),
    multipart("cut off", '--cut\r\ncontent-disposition: form-data; name="title"\r\n\r\nSe', 400),
    multipart("empty", "--cut--\r\n", 400, { says: ["/title", "/file"] }),
    multipart("no body", "", 400),
    multipart("JSON for a form", '{"title":"Sea"}', 415, { headers: { "content-type": "application/json" } }),
    {
      ...multipart("binary", parts(["title", "Sea"], ["scan", "\u0000\u0001PNG", FILE]), 201, {
        says: ['"title":"Sea"'],
      }),
      path: "/scans",
    },
    { ...multipart("text for a binary file", parts(["title", "Sea"], ["scan", "plain"]), 201), path: "/scans" },
    { ...multipart("without its binary file", parts(["title", "Sea"]), 400, { says: ["/scan"] }), path: "/scans" },
    {
      name: "bytes of another type than documented",
      method: "PUT",
      path: "/photos/1",
      headers: { "content-type": "image/gif" },
      body: new Uint8Array([71, 73, 70]),
      status: 415,
    },
    {
      name: "no bytes where they are required",
      method: "PUT",
      path: "/photos/1",
      headers: { "content-type": "image/png" },
      body: new Uint8Array(),
      status: 400,
    },
    { name: "the list of forms", path: "/cards", status: 200 },
    {
      name: "a record of a form",
      path: "/cards/1",
      status: 200,
      answer: { id: 1, title: "Sea", year: 1999, public: true },
    },
  ],
};
