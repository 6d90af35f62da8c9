import { essence, type LargeBodies, MISSING_BODY, type RequestViolation } from "@onespec/http-requests";
import {
  propertyStripper,
  type RequestBody,
  type Schema,
  type SchemaRegistry,
  type SchemaValidator,
  type SchemaViolation,
  type Steps,
  type Stripper,
  withoutReadOnlyInSteps,
} from "@onespec/spec-core";
import type { Problem } from "../problem.js";
import { type ParsedBody, parseBody } from "./parse-body.js";
import { UploadedFile } from "./uploaded-file.js";

/** A body that was read, with what is wrong with it; or why it could not be read. */
export type CheckedBody =
  | { readonly ok: true; readonly value: unknown; readonly violations: readonly RequestViolation[] }
  | { readonly ok: false; readonly problem: Problem };

/** @param gone the client is there no more */
export type BodyReader = (
  body: Buffer | undefined,
  contentType: string | undefined,
  gone: AbortSignal | undefined,
) => CheckedBody | Promise<CheckedBody>;

/**
 * Reads and checks the bodies of one action. Properties that are readOnly are the server's to set: they are taken out
 * (OpenAPI 3.1, "Schema Object").
 *
 * @param large reads what is large
 */
export function bodyReader(documented: RequestBody, schemas: SchemaRegistry, large: LargeBodies): BodyReader {
  const checks = new Map<Schema, BodyCheck>();
  const checkOf = (schema: Schema): BodyCheck => {
    let check = checks.get(schema);
    if (check === undefined) {
      const strip = propertyStripper(schemas, schema, "readOnly");
      check = { schema, validator: schemas.validator(schema, "request"), strip };
      checks.set(schema, check);
    }
    return check;
  };
  return (body, contentType, gone) => {
    if (body === undefined || body.length === 0) {
      return { ok: true, value: undefined, violations: documented.required ? [MISSING_BODY] : [] };
    }
    const parsed = parseBody(schemas, documented, body, contentType, large, gone);
    return parsed instanceof Promise ? parsed.then((settled) => judge(settled, gone)) : judge(parsed, gone);
  };

  function judge(parsed: ParsedBody, gone: AbortSignal | undefined): CheckedBody | Promise<CheckedBody> {
    if (!parsed.ok) return parsed;
    // Of bytes a schema can say nothing.
    if (parsed.media?.schema === undefined || Buffer.isBuffer(parsed.value)) {
      return { ok: true, value: parsed.value, violations: [] };
    }
    const check = checkOf(parsed.media.schema);
    const isForm = essence(parsed.media.type) === "multipart/form-data";
    if (parsed.isLarge) return large.run(judgeLarge(parsed.value, check, isForm), gone);
    const { strip, validator } = check;
    const value = strip ? strip(parsed.value) : parsed.value;
    const shown = isForm ? withFilesAsText(value) : value;
    return told(value, validator.isValid(shown) ? [] : validator.violations(shown));
  }

  function* judgeLarge(sent: unknown, { strip, schema, validator }: BodyCheck, isForm: boolean): Steps<CheckedBody> {
    const value = strip ? yield* withoutReadOnlyInSteps(sent, schema, schemas) : sent;
    return told(value, yield* validator.violationSteps(isForm ? withFilesAsText(value) : value));
  }
}

function told(value: unknown, violations: readonly SchemaViolation[]): CheckedBody {
  return { ok: true, value, violations: violations.map((violation) => ({ ...violation, in: "body" })) };
}

interface BodyCheck {
  readonly validator: SchemaValidator;
  readonly schema: Schema;
  /** `undefined` where the schema has nothing that is readOnly. */
  readonly strip: Stripper | undefined;
}

/** Schemas see a file as text (`format: binary`), one character a byte. */
function withFilesAsText(value: unknown): unknown {
  if (value instanceof UploadedFile) return value.content.toString("latin1");
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = Object.values(value).flat();
  if (!members.some((member) => member instanceof UploadedFile)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      Array.isArray(member) ? member.map(withFilesAsText) : withFilesAsText(member),
    ]),
  );
}
