import { api, crud, ref } from "../description.js";
import type { Group, Row } from "../row.js";

const schemas = {
  Note: {
    type: "object",
    required: ["text"],
    properties: { id: { type: "integer", readOnly: true }, text: { type: "string" } },
  },
};
const headers = { "X-Revision": { schema: { type: "string" } } };
const ORIGIN = { origin: "https://page.example" };
const ALLOWED = { "access-control-allow-origin": "https://page.example", "access-control-allow-credentials": "true" };
const preflight = (
  name: string,
  path: string,
  method: string,
  more: Partial<Row> = {},
  asked: Record<string, string> = {},
): Row => ({
  name: `preflight: ${name}`,
  method: "OPTIONS",
  path,
  headers: { ...ORIGIN, "access-control-request-method": method, ...asked },
  status: 204,
  answerHeaders: ALLOWED,
  ...more,
});

export const pages: Group = {
  name: "pages of other origins",
  description: api(crud("/notes", ref("Note"), { headers }), schemas),
  rows: [
    { name: "no page", path: "/notes", status: 200, answerHeaders: { "access-control-allow-origin": "", vary: "" } },
    { name: "a list", path: "/notes", headers: ORIGIN, status: 200, answerHeaders: ALLOWED },
    {
      name: "a new record",
      method: "POST",
      path: "/notes",
      headers: ORIGIN,
      body: { text: "x" },
      status: 201,
      answerHeaders: ALLOWED,
    },
    { name: "a record", path: "/notes/1", headers: ORIGIN, status: 200, answerHeaders: ALLOWED },
    { name: "HEAD", method: "HEAD", path: "/notes/1", headers: ORIGIN, status: 200, answerHeaders: ALLOWED },
    {
      name: "a bad body",
      method: "POST",
      path: "/notes",
      headers: ORIGIN,
      body: {},
      status: 400,
      answerHeaders: ALLOWED,
    },
    {
      name: "broken JSON",
      method: "POST",
      path: "/notes",
      headers: { ...ORIGIN, "content-type": "application/json" },
      body: "{",
      status: 400,
      answerHeaders: ALLOWED,
    },
    { name: "an absent record", path: "/notes/9", headers: ORIGIN, status: 404, answerHeaders: ALLOWED },
    { name: "an unknown path", path: "/nothing", headers: ORIGIN, status: 404, answerHeaders: ALLOWED },
    { name: "a wrong method", method: "DELETE", path: "/notes", headers: ORIGIN, status: 405, answerHeaders: ALLOWED },
    {
      name: "an opaque origin",
      path: "/notes",
      headers: { origin: "null" },
      status: 200,
      answerHeaders: { "access-control-allow-origin": "null" },
    },
    {
      name: "OPTIONS that is no preflight",
      method: "OPTIONS",
      path: "/notes",
      headers: ORIGIN,
      status: 204,
      answerHeaders: { ...ALLOWED, allow: "GET, POST, HEAD, OPTIONS" },
    },
    preflight("GET", "/notes", "GET"),
    preflight("POST with a type", "/notes", "POST", {}, { "access-control-request-headers": "content-type,if-match" }),
    preflight("PATCH", "/notes/1", "PATCH"),
    preflight("a method that is not there", "/notes", "DELETE"),
    preflight("a method in lower case", "/notes/1", "patch"),
    preflight("an unknown path", "/nothing", "GET"),
    preflight("a private network", "/notes", "GET", {}, { "access-control-request-private-network": "true" }),
  ],
};
