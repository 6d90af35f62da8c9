import type { OperationSpec, ResponseSpec } from "../operation-spec.js";
import { issuesOf } from "./compile.js";
import type { Issue } from "./issue.js";

/** Where an answer differs from the description. */
export function responseIssues(operation: OperationSpec, response: Response, data: unknown): Issue[] {
  const spec = documented(operation, response.status);
  if (!spec)
    return [
      { in: "response", path: "", field: "status", keyword: "status", message: `${response.status} is not documented` },
    ];
  const type = (response.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const media = spec.content?.[type];
  if (spec.content && !media && data !== undefined)
    return [
      {
        in: "response",
        path: "",
        field: "content-type",
        keyword: "contentType",
        message: `${type || "nothing"} is not documented`,
      },
    ];
  if (media?.schema === undefined) return [];
  return issuesOf(media.schema, "response", data).map((issue) => ({ ...issue, in: "response" }));
}

function documented({ responses }: OperationSpec, status: number): ResponseSpec | undefined {
  return responses[status] ?? responses[`${Math.trunc(status / 100)}XX`] ?? responses.default;
}
