import {
  type JsonSchema,
  objectProperties,
  type SchemaRegistry,
  type SchemaShape,
  sampleSchema,
  schemaShape,
} from "@onespec/spec-core";
import type { Problem } from "../problem.js";

const MESSAGE = /^(?:message|detail|title|description|errordescription|errormessage|reason|text)$/;
const STATUS = /^(?:status|statuscode|httpstatus|code|errorcode)$/;
const CODE = /^(?:code|errorcode|type|error)$/;
const LIST = /^(?:errors|details|violations|issues|fielderrors)$/;
const DEEPEST = 3;

/** A problem in the fields of a documented error schema, each by its name; `{ error, details }` stand beside where they may. */
export function describeProblem(schemas: SchemaRegistry, schema: JsonSchema, problem: Problem): unknown {
  const shape = schemaShape(schemas, schema);
  if (shape.types.has("string") && !shape.types.has("object")) return problemText(problem);
  const described = describeObject(schemas, schema, problem, 0);
  if (shape.additional !== false) {
    if (!shape.properties.has("error")) described.error = problem.message;
    if (!shape.properties.has("details")) described.details = problem.details;
  }
  return wholeAnswer(schemas, schema, described);
}

/** What else the schema requires (a link to the manual, an error number) is made up, so that clients can read the rest. */
function wholeAnswer(schemas: SchemaRegistry, schema: JsonSchema, described: Record<string, unknown>): unknown {
  const sample = sampleSchema(schemas, schemas.schemaOf(schema), {
    seed: "problem",
    view: "response",
    base: described,
    optional: false,
    examples: false,
  });
  return sample.ok ? sample.value : described;
}

function describeObject(
  schemas: SchemaRegistry,
  schema: JsonSchema,
  problem: Problem,
  depth: number,
): Record<string, unknown> {
  const described: Record<string, unknown> = {};
  for (const { name, schema: inner, required } of objectProperties(schemas, schema).values()) {
    const shape = schemaShape(schemas, inner);
    const value = fieldValue(name.replace(/[_-]/g, "").toLowerCase(), shape, problem);
    if (value !== undefined) described[name] = value;
    else if (shape.types.has("object") && depth < DEEPEST && (required || /^(?:error|data)$/i.test(name))) {
      described[name] = describeObject(schemas, inner, problem, depth + 1);
    }
  }
  return described;
}

function fieldValue(name: string, { types, values }: SchemaShape, problem: Problem): unknown {
  const takes = (type: string): boolean => types.size === 0 || types.has(type);
  if (LIST.test(name) && takes("array")) return problem.details;
  if (STATUS.test(name) && (types.has("integer") || types.has("number"))) return problem.status;
  if (!takes("string") || (types.size === 0 && types.has("object"))) return undefined;
  if (values.length > 0) return [String(problem.status), problem.code].find((text) => values.includes(text));
  if (name === "status") return String(problem.status);
  if (name === "error") return problem.message;
  if (CODE.test(name)) return problem.code;
  return MESSAGE.test(name) ? (name === "title" ? problem.message : problemText(problem)) : undefined;
}

/** A problem in one line. */
function problemText({ message, details }: Problem): string {
  const [first] = details as readonly { readonly path?: unknown; readonly message?: unknown }[];
  if (typeof first?.message !== "string") return message;
  const place = typeof first.path === "string" && first.path !== "" ? `${first.path} ` : "";
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : "";
  return `${message.replace(/\.$/, "")}: ${place}${first.message}${more}`;
}
