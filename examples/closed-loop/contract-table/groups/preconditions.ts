import { api, crud, ref } from "../description.js";
import type { Group, Row } from "../row.js";

const properties = { id: { type: "integer", readOnly: true }, text: { type: "string" }, revision: { type: "integer" } };
const schemas = {
  Draft: { type: "object", required: ["text"], properties },
  DraftChanges: { type: "object", properties },
};
const headers = { ETag: { schema: { type: "string" } } };
const options = { update: ref("DraftChanges") };

/** The same rows for a collection whose tags are documented, and for one whose tags are not. */
const rowsOf = (collection: string): readonly Row[] => {
  const path = `/${collection}/1`;
  const row = (name: string, more: Partial<Row> & Pick<Row, "status">): Row => ({
    name: `${collection}: ${name}`,
    path,
    ...more,
  });
  const tag = `<${collection}.etag>`;
  return [
    row("If-Match of what is absent", {
      method: "PUT",
      headers: { "if-match": "*" },
      body: { text: "x" },
      status: 404,
    }),
    row("create", { method: "POST", path: `/${collection}`, body: { text: "one" }, status: 201 }),
    row("read", { headers: { "if-none-match": '"other"' }, status: 200, keep: collection }),
    row("If-None-Match of what is known", { headers: { "if-none-match": tag }, status: 304, answer: "" }),
    row("If-None-Match, weak", { headers: { "if-none-match": `W/${tag}` }, status: 304 }),
    row("If-None-Match among others", { headers: { "if-none-match": `"a", ${tag}, "b"` }, status: 304 }),
    row("If-None-Match: *", { headers: { "if-none-match": "*" }, status: 304 }),
    row("If-None-Match of HEAD", { method: "HEAD", headers: { "if-none-match": tag }, status: 304 }),
    row("If-None-Match of an absent record", {
      path: `/${collection}/9`,
      headers: { "if-none-match": "*" },
      status: 404,
    }),
    row("If-Match of a read", { headers: { "if-match": tag }, status: 200 }),
    row("If-Match of a read of another version", { headers: { "if-match": '"other"' }, status: 412 }),
    row("If-Match, weak, never holds", { headers: { "if-match": `W/${tag}` }, status: 412 }),
    row("PATCH of another version", {
      method: "PATCH",
      headers: { "if-match": '"other"' },
      body: { revision: 1 },
      status: 412,
      says: ["Precondition failed"],
    }),
    row("PATCH of this version", { method: "PATCH", headers: { "if-match": tag }, body: { revision: 1 }, status: 200 }),
    row("PATCH of this version again", {
      method: "PATCH",
      headers: { "if-match": tag },
      body: { revision: 2 },
      status: 412,
    }),
    row("the new version is another one", { headers: { "if-none-match": tag }, status: 200, keep: collection }),
    row("PUT of this version", { method: "PUT", headers: { "if-match": tag }, body: { text: "two" }, status: 200 }),
    row("PUT of a version that is gone", {
      method: "PUT",
      headers: { "if-match": tag },
      body: { text: "three" },
      status: 412,
    }),
    row("PUT unless it is there", {
      method: "PUT",
      headers: { "if-none-match": "*" },
      body: { text: "three" },
      status: 412,
    }),
    row("PUT of whatever is there", {
      method: "PUT",
      headers: { "if-match": "*" },
      body: { text: "three" },
      status: 200,
    }),
    row("PUT with a bad body and a bad tag", {
      method: "PUT",
      headers: { "if-match": '"other"' },
      body: {},
      status: 400,
    }),
    row("read for writers at once", { headers: { "if-none-match": '"other"' }, status: 200, keep: collection }),
    row("one of three writers at once wins", {
      method: "PUT",
      headers: { "if-match": tag },
      body: { text: "four" },
      times: 3,
      status: [200, 412, 412],
    }),
    row("DELETE of a version that is gone", { method: "DELETE", headers: { "if-match": tag }, status: 412 }),
    row("read for deletion", { headers: { "if-none-match": '"other"' }, status: 200, keep: collection }),
    row("DELETE of this version", { method: "DELETE", headers: { "if-match": tag }, status: 204 }),
    row("DELETE of what is gone", { method: "DELETE", headers: { "if-match": tag }, status: 404 }),
  ];
};

export const preconditions: Group = {
  name: "preconditions",
  description: api(
    { ...crud("/tagged", ref("Draft"), { ...options, headers }), ...crud("/drafts", ref("Draft"), options) },
    schemas,
  ),
  rows: [...rowsOf("tagged"), ...rowsOf("drafts")],
};
