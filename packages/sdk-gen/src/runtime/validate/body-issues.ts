import { isPlainObject } from "../is-plain-object.js";
import { bodyOf } from "../operation-facts.js";
import type { OperationSpec } from "../operation-spec.js";
import { type ChooseMedia, formType } from "../wire/json-body.js";
import { issuesOf } from "./compile.js";
import { type Issue, issueOf } from "./issue.js";
import { onWire } from "./on-wire.js";

/** Lists the issues of a body. Operations with a body bring it along. @param wanted the requested media type */
export function bodyIssues(operation: OperationSpec, body: unknown, wanted: string | undefined): Issue[] {
  const spec = bodyOf(operation);
  const { writer, exactIntegers } = operation;
  if (body === undefined) return spec?.required ? [issueOf("body", "", "required", "is required")] : [];
  if (!spec || !writer) return [];
  const { type, media } = (writer.choose ?? onlyMedia)(spec, body, wanted);
  if (!media) {
    const message = `cannot be sent as ${type}: the description takes ${Object.keys(spec.content).join(", ")}`;
    return [issueOf("body", "", "contentType", message)];
  }
  if (wanted === undefined && type.startsWith("multipart/") && !isData(body) && !formType(body))
    return [issueOf("body", "", "type", "must be an object of the form's fields, or a FormData")];
  const { schema } = media;
  if (schema === undefined || !isData(body)) return [];
  const issues = issuesOf(schema, "request", onWire(exactIntegers?.(body, schema) ?? body));
  return issues.map((issue) => ({ ...issue, in: "body" }));
}

const onlyMedia: ChooseMedia = ({ content }, value, wanted) => {
  const type = wanted ?? formType(value) ?? Object.keys(content)[0] ?? "";
  return { type, media: content[type] };
};

/** False for files, forms and buffers, which have no schema. */
function isData(body: unknown): boolean {
  return typeof body !== "object" || body === null || Array.isArray(body) || isPlainObject(body);
}
