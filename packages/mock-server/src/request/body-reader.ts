import { isJsonType, isXmlType, type LargeBodies, MISSING_BODY, type RequestViolation } from "@onespec/http-requests";
import {
  type Operation,
  propertyStripper,
  type RequestBody,
  type Schema,
  type SchemaRegistry,
  type SchemaValidator,
  type SchemaViolation,
  type Steps,
  type Stripper,
  schemaShape,
  withoutReadOnlyInSteps,
} from "@onespec/spec-core";
import type { Problem } from "../errors/problem.js";
import type { MockRequest } from "../server/mock-request.js";
import type { Awaitable } from "../store/record-store.js";
import { asDescribedPatch } from "./described-patch.js";
import { withFileViolations } from "./file-violations.js";
import { type ParsedBody, parseBody } from "./parse-body.js";
import type { PlacedFile } from "./sent-file.js";

/** A body that was read and checked. */
export type BodyRead =
  | {
      readonly ok: true;
      readonly value: unknown;
      readonly type: string;
      readonly violations: readonly RequestViolation[];
      readonly files?: readonly PlacedFile[] | undefined;
    }
  | { readonly ok: false; readonly problem: Problem };

/** Reads and checks the bodies of one operation. @param large reads what is large */
export function bodyReader(
  schemas: SchemaRegistry,
  { method }: Operation,
  documented: RequestBody,
  large: LargeBodies,
): (request: MockRequest) => Awaitable<BodyRead> {
  const checks = new Map<Schema, { readonly strip: Stripper | undefined; readonly validator: SchemaValidator }>();
  const checksOf = (schema: Schema): { readonly strip: Stripper | undefined; readonly validator: SchemaValidator } => {
    let known = checks.get(schema);
    if (!known) {
      known = { strip: propertyStripper(schemas, schema, "readOnly"), validator: schemas.validator(schema, "request") };
      checks.set(schema, known);
    }
    return known;
  };
  const check = (parsed: ParsedBody, gone: AbortSignal | undefined): Awaitable<BodyRead> => {
    if (!parsed.ok) return parsed;
    const { media, type, value: sent } = parsed;
    if (sent === undefined)
      return { ok: true, value: sent, type, violations: documented.required ? [MISSING_BODY] : NONE };
    const schema = media?.schema;
    if (!schema || !isChecked(schemas, schema, type)) {
      return { ok: true, value: sent, type, violations: NONE, files: parsed.files };
    }
    if (parsed.isLarge) return large.run(checkLarge(parsed, schema), gone);
    const { strip, validator } = checksOf(schema);
    const value = strip ? strip(sent) : sent;
    const judged = judgedPart(type, value);
    const violations = validator.isValid(value) || validator.isValid(judged) ? NONE : validator.violations(judged);
    return told(parsed, schema, value, violations);
  };
  function* checkLarge(parsed: ParsedBody & { readonly ok: true }, schema: Schema): Steps<BodyRead> {
    const { strip, validator } = checksOf(schema);
    const value = strip ? yield* withoutReadOnlyInSteps(parsed.value, schema, schemas) : parsed.value;
    const judged = judgedPart(parsed.type, value);
    const found = yield* validator.violationSteps(value);
    const isJudged = found.length > 0 && judged !== value;
    return told(parsed, schema, value, isJudged ? yield* validator.violationSteps(judged) : found);
  }
  const told = (
    parsed: ParsedBody & { readonly ok: true },
    schema: Schema,
    value: unknown,
    violations: readonly SchemaViolation[],
  ): BodyRead => {
    const { type, files } = parsed;
    const all = files ? withFileViolations(schemas, schema, files, violations) : violations;
    const meant = method === "patch" ? asDescribedPatch(value, type) : { value, type };
    if (all.length === 0 && parsed.violations === undefined) return { ok: true, ...meant, violations: NONE, files };
    const named = [...all, ...(parsed.violations ?? [])].map(
      (violation): RequestViolation => ({ ...violation, in: "body" }),
    );
    return { ok: true, ...meant, violations: named, files };
  };
  return (request) => {
    const parsed = parseBody(schemas, documented, request, method === "patch", large);
    return parsed instanceof Promise
      ? parsed.then((settled) => check(settled, request.gone))
      : check(parsed, request.gone);
  };
}

/** What a merge patch takes out needs no schema that allows null (RFC 7396). */
function judgedPart(type: string, value: unknown): unknown {
  return type === "application/merge-patch+json" ? withoutNulls(value) : value;
}

const NONE: readonly RequestViolation[] = [];

const FORMS = new Set(["application/x-www-form-urlencoded", "multipart/form-data"]);

function withoutNulls(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutNulls(field)]));
}

/** Types that we cannot read as values (CSV, images, ...) are taken as they are; text where the schema describes text is checked. */
function isChecked(schemas: SchemaRegistry, schema: Schema, type: string): boolean {
  if (isJsonType(type) || FORMS.has(type) || isXmlType(type)) return true;
  return schemaShape(schemas, schema.json).types.has("string");
}
