import { api, crud, param, ref } from "../description.js";
import type { Group } from "../row.js";

const schemas = {
  Task: {
    type: "object",
    required: ["title"],
    properties: {
      id: { type: "integer", readOnly: true },
      title: { type: "string" },
      status: { type: "string", enum: ["open", "done"] },
      priority: { type: "integer" },
    },
  },
};
const listParameters = [
  param("limit", "query", { type: "integer", minimum: 1, maximum: 50, default: 20 }),
  param("offset", "query", { type: "integer", minimum: 0, default: 0 }),
  param("status", "query", { type: "string", enum: ["open", "done"] }),
  param("priority", "query", { type: "integer" }),
  param("sort", "query", { type: "string", enum: ["title", "-title", "priority", "-priority"] }),
];
const list = {
  type: "object",
  required: ["items", "total"],
  properties: { items: { type: "array", items: ref("Task") }, total: { type: "integer" } },
};
const task = (title: string, status: string, priority: number) => ({
  name: `create ${title}`,
  method: "POST",
  path: "/tasks",
  body: { title, status, priority },
  status: 201,
});

export const lists: Group = {
  name: "lists",
  description: api(crud("/tasks", ref("Task"), { list, listParameters }), schemas),
  rows: [
    { name: "an empty envelope", path: "/tasks", status: 200, answer: { items: [], total: 0 } },
    task("wash", "open", 2),
    task("cook", "done", 1),
    task("bake", "open", 3),
    task("wait", "done", 2),
    { name: "all", path: "/tasks", status: 200, says: ['"total":4'] },
    { name: "a page", path: "/tasks?limit=2", status: 200, says: ['"total":4'] },
    { name: "the next page", path: "/tasks?limit=2&offset=2", status: 200 },
    { name: "a page behind the last", path: "/tasks?offset=40", status: 200, answer: { items: [], total: 4 } },
    { name: "a filter", path: "/tasks?status=open", status: 200, says: ['"total":2'] },
    { name: "two filters", path: "/tasks?status=done&priority=2", status: 200, says: ['"total":1', "wait"] },
    { name: "a filter without a match", path: "/tasks?priority=99", status: 200, answer: { items: [], total: 0 } },
    { name: "ascending", path: "/tasks?sort=title", status: 200 },
    { name: "descending", path: "/tasks?sort=-priority", status: 200 },
    { name: "a filter, an order and a page", path: "/tasks?status=open&sort=-title&limit=1", status: 200 },
    { name: "an unknown filter counts for nothing", path: "/tasks?owner=me", status: 200 },
    { name: "a limit that is too large", path: "/tasks?limit=51", status: 400, says: ["/limit"] },
    { name: "a limit that is too small", path: "/tasks?limit=0", status: 400, says: ["/limit"] },
    { name: "a limit that is no number", path: "/tasks?limit=many", status: 400, says: ["/limit"] },
    { name: "an empty limit", path: "/tasks?limit=", status: 400, says: ["/limit"] },
    { name: "a negative offset", path: "/tasks?offset=-1", status: 400, says: ["/offset"] },
    { name: "a filter outside of its enum", path: "/tasks?status=lost", status: 400, says: ["/status"] },
    { name: "an order that is not declared", path: "/tasks?sort=status", status: 400, says: ["/sort"] },
    {
      name: "three wrong parameters at once",
      path: "/tasks?limit=x&offset=y&status=z",
      status: 400,
      says: ["/limit", "/offset", "/status"],
    },
    { name: "the first value of a parameter that is sent twice", path: "/tasks?limit=1&limit=2", status: 200 },
    { name: "a parameter with an encoded name", path: "/tasks?%6Cimit=1", status: 200 },
    { name: "a plus and an encoded space in an order", path: "/tasks?sort=+title", status: 400, says: ["/sort"] },
    { name: "bad percent-encoding in the query", path: "/tasks?status=%zz", status: 400, says: ["/status"] },
    { name: "HEAD of a page", method: "HEAD", path: "/tasks?limit=2", status: 200, answer: "" },
    { name: "HEAD of a bad page", method: "HEAD", path: "/tasks?limit=0", status: 400, answer: "" },
  ],
};
