import { answer, api, json, param, ref } from "../description.js";
import type { Group } from "../row.js";

const whole = { schema: { type: "integer" } };
const text = { schema: { type: "string" } };
const record = (more: Record<string, unknown> = {}) => ({
  type: "object",
  required: ["name"],
  properties: { ...more, name: { type: "string" } },
});
const schemas = { Thing: record({ id: { type: "integer", readOnly: true } }), Note: record() };
const list = (schema: Record<string, unknown>, parameters: readonly object[], headers?: Record<string, unknown>) => ({
  parameters,
  responses: { 200: answer({ type: "array", items: schema }, headers) },
});
const create = (schema: Record<string, unknown>) => ({
  requestBody: { required: true, ...json(schema) },
  responses: { 201: answer(schema) },
});
const query = (name: string) => param(name, "query", { type: "integer" });
const pathId = param("id", "path", { type: "integer" });
const counters = { "X-Total-Count": whole, "X-Total-Pages": whole, "X-Next-Page": whole, "X-Per-Page": whole };

const made = (path: string, name: string) => ({
  name: `${path} ${name}`,
  method: "POST",
  path,
  body: { name },
  status: 201,
});
const links = (path: string, pages: Record<string, string>): string =>
  Object.entries(pages)
    .map(([relation, asked]) => `<http://table.example${path}?${asked}>; rel="${relation}"`)
    .join(", ");
const host = { host: "table.example" };

/** Lists that tell about their page in headers, and collections whose records have no path. */
export const pageHeaders: Group = {
  name: "headers of pages",
  description: api(
    {
      "/things": {
        get: list(ref("Thing"), [query("page"), query("per_page")], { Link: text, ...counters }),
        post: create(ref("Thing")),
      },
      "/things/{id}": { parameters: [pathId], get: { responses: { 200: answer(ref("Thing")) } } },
      "/parts": {
        get: list(ref("Thing"), [query("offset"), query("limit")], {
          Link: { ...text, required: true },
          "Content-Range": text,
        }),
        post: create(ref("Thing")),
      },
      "/things/{id}/notes": {
        parameters: [pathId],
        get: list(ref("Note"), []),
        post: create(ref("Note")),
      },
    },
    schemas,
  ),
  rows: [
    {
      name: "an empty page",
      path: "/things",
      headers: host,
      status: 200,
      answer: [],
      answerHeaders: { "x-total-count": "0" },
    },
    ...["a", "b", "c", "d", "e"].map((name) => made("/things", name)),
    {
      name: "a page in the middle",
      path: "/things?per_page=2&page=2",
      headers: host,
      status: 200,
      answer: [
        { id: 3, name: "c" },
        { id: 4, name: "d" },
      ],
      answerHeaders: {
        link: links("/things", {
          first: "per_page=2&page=1",
          prev: "per_page=2&page=1",
          next: "per_page=2&page=3",
          last: "per_page=2&page=3",
        }),
        "x-total-count": "5",
        "x-total-pages": "3",
        "x-next-page": "3",
        "x-per-page": "2",
      },
    },
    {
      name: "the last page",
      path: "/things?per_page=4&page=2",
      headers: host,
      status: 200,
      answerHeaders: {
        link: links("/things", { first: "per_page=4&page=1", prev: "per_page=4&page=1", last: "per_page=4&page=2" }),
        "x-next-page": "",
        "x-total-pages": "2",
      },
    },
    { name: "an empty list without paths of records", path: "/parts", headers: host, status: 200, answer: [] },
    ...["x", "y", "z"].map((name) => made("/parts", name)),
    {
      name: "records that have no path are kept",
      path: "/parts?limit=1&offset=1",
      headers: host,
      status: 200,
      answer: [{ id: 2, name: "y" }],
      answerHeaders: {
        "content-range": "items 1-1/3",
        link: links("/parts", {
          first: "limit=1&offset=0",
          prev: "limit=1&offset=0",
          next: "limit=1&offset=2",
          last: "limit=1&offset=2",
        }),
      },
    },
    made("/things/2/notes", "first"),
    made("/things/2/notes", "second"),
    {
      name: "records that nothing names are listed as they came",
      path: "/things/2/notes",
      status: 200,
      answer: [{ name: "first" }, { name: "second" }],
    },
    { name: "another parent has none of them", path: "/things/1/notes", status: 200, answer: [] },
    { name: "a parent that is not there", path: "/things/77/notes", status: 404 },
  ],
};
