import { api, json, param, ref } from "../description.js";
import type { Group, Row } from "../row.js";

const note = {
  type: "object",
  required: ["text"],
  properties: { id: { type: "integer", readOnly: true }, text: { type: "string" } },
  xml: { name: "note" },
};
const media = (...types: readonly string[]): object => ({
  description: "A note",
  content: Object.fromEntries(types.map((type) => [type, { schema: ref("Note") }])),
});

/** Notes that are answered in these media types. */
function notes(name: string, ...types: readonly string[]): Record<string, unknown> {
  const [first = ""] = types;
  const list = { description: "Notes", content: { [first]: { schema: { type: "array", items: ref("Note") } } } };
  return {
    [`/${name}`]: {
      get: { responses: { 200: list } },
      post: { requestBody: { required: true, ...json(ref("Note")) }, responses: { 201: media(...types) } },
    },
    [`/${name}/{id}`]: {
      parameters: [param("id", "path", { type: "integer" })],
      get: { responses: { 200: media(...types) } },
      delete: { responses: { 204: { description: "Gone" } } },
    },
  };
}

const create = (name: string): Row => ({
  name: `create in ${name}`,
  method: "POST",
  path: `/${name}`,
  body: { text: "Hello" },
  status: 201,
});
const accept = (path: string, accepted: string, type: string): Row => ({
  name: `${path}: ${accepted}`,
  path: `/${path}/1`,
  headers: { accept: accepted },
  status: 200,
  answerHeaders: { "content-type": type },
});
const refused = (path: string, accepted: string): Row => ({
  name: `${path}: ${accepted}`,
  path: `/${path}/1`,
  headers: { accept: accepted },
  status: 406,
  says: ["Not acceptable"],
});
const JSON_TYPE = "application/json";
const VENDOR = "application/vnd.table.note+json";
const version = (number: number): string => `application/json;version=${number}`;

export const negotiation: Group = {
  name: "negotiation",
  description: api(
    {
      ...notes("plain", "application/json"),
      ...notes("vendors", "application/vnd.table.note+json"),
      ...notes("several", "application/json", "application/xml"),
      ...notes("versions", "application/json;version=1", "application/json;version=2"),
    },
    { Note: note },
  ),
  rows: [
    create("plain"),
    create("vendors"),
    create("several"),
    create("versions"),
    { name: "no Accept", path: "/plain/1", status: 200, answerHeaders: { "content-type": JSON_TYPE, vary: "" } },
    accept("plain", "application/json", JSON_TYPE),
    accept("plain", "APPLICATION/JSON", JSON_TYPE),
    accept("plain", "*/*", JSON_TYPE),
    accept("plain", "*", JSON_TYPE),
    accept("plain", "application/*", JSON_TYPE),
    accept("plain", "application/json; charset=utf-8", JSON_TYPE),
    accept("plain", "text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8", JSON_TYPE),
    accept("plain", "text/html;q=1, application/json;q=0.1", JSON_TYPE),
    accept("plain", "application/vnd.other+json", JSON_TYPE),
    accept("plain", "application/*+json", JSON_TYPE),
    accept("plain", "application/json;q=abc", JSON_TYPE),
    accept("plain", "", JSON_TYPE),
    refused("plain", "text/html"),
    refused("plain", "application/json;q=0"),
    refused("plain", "*/*;q=0"),
    refused("plain", "image/*, text/*"),
    refused("plain", "application/xml"),
    {
      ...refused("plain", "text/csv"),
      name: "plain: 406 before a record is created",
      method: "POST",
      path: "/plain",
      body: { text: "Never" },
    },
    { name: "plain: nothing was created", path: "/plain", status: 200, answer: [{ id: 1, text: "Hello" }] },
    {
      name: "plain: DELETE answers no body, whatever is accepted",
      method: "DELETE",
      path: "/plain/1",
      headers: { accept: "text/html" },
      status: 204,
    },
    { name: "plain: 406 comes before 404", path: "/plain/9", headers: { accept: "text/html, */*;q=0" }, status: 406 },
    {
      name: "plain: an unknown path comes as JSON, whatever is accepted",
      path: "/nothing",
      headers: { accept: "text/html" },
      status: 404,
      answerHeaders: { "content-type": JSON_TYPE },
    },
    accept("vendors", "application/vnd.table.note+json", VENDOR),
    accept("vendors", "application/json", VENDOR),
    accept("vendors", "*/*", VENDOR),
    refused("vendors", "application/vnd.other+json"),
    {
      ...accept("several", "application/json", JSON_TYPE),
      answerHeaders: { "content-type": JSON_TYPE, vary: "Accept" },
    },
    {
      ...accept("several", "application/xml", "application/xml; charset=utf-8"),
      says: ["<note>", "<text>Hello</text>"],
    },
    accept("several", "text/xml", "application/xml; charset=utf-8"),
    accept("several", "application/xml, application/json", JSON_TYPE),
    accept("several", "application/xml;q=0.9, application/json;q=0.8", "application/xml; charset=utf-8"),
    accept("several", "application/json;q=0, */*", "application/xml; charset=utf-8"),
    accept("several", "application/*;q=0.5, application/xml;q=0.4", JSON_TYPE),
    refused("several", "text/plain"),
    {
      name: "several: HEAD as XML",
      method: "HEAD",
      path: "/several/1",
      headers: { accept: "application/xml" },
      status: 200,
      answerHeaders: { "content-type": "application/xml; charset=utf-8" },
    },
    {
      name: "several: create and read the answer as XML",
      method: "POST",
      path: "/several",
      headers: { accept: "application/xml" },
      body: { text: "<&>" },
      status: 201,
      says: ["&lt;&amp;"],
    },
    accept("versions", "application/json;version=2", version(2)),
    accept("versions", "application/json", version(1)),
    accept("versions", "application/json;version=3", version(1)),
  ],
};
