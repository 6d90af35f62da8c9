import type { Diagnostic } from "./errors/diagnostic.js";
import { isObject } from "./json/is-object.js";
import type { ApiDescription } from "./model/api-description.js";

/** An error that ajv reports. */
interface SchemaFault {
  /** JSON pointer of the value. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Checks the root document against the official schema of its version, by swagger-parser: everything that the
 * specification forbids, also where it does no harm to us. `loadDescription` does without, because it takes up to half a
 * second and most published descriptions fail it somewhere. OpenAPI 3.2 has no schema there yet: a warning says so.
 */
export async function validateDescription({
  document,
  openapi,
  locate,
}: ApiDescription): Promise<readonly Diagnostic[]> {
  if (openapi.startsWith("3.2")) {
    return [
      {
        severity: "warning",
        code: "not-validated",
        message: `There is no schema to check OpenAPI ${openapi} against yet.`,
        location: locate("/openapi"),
      },
    ];
  }
  const { default: SwaggerParser } = await import("@apidevtools/swagger-parser");
  try {
    // It edits what it is given. References stay: loading has followed them, and the schemas allow them.
    // Its types ask for a valid document, which is what it is there to find out.
    await SwaggerParser.validate(structuredClone(document) as never, {
      resolve: { external: false },
      dereference: { circular: "ignore", excludedPathMatcher: () => true },
      validate: { schema: true, spec: false },
    });
    return [];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const faults = "details" in error && Array.isArray(error.details) ? error.details.filter(isFault) : [];
    if (faults.length === 0)
      return [toDiagnostic({ instancePath: "", keyword: "", message: error.message, params: {} })];
    return innermost(faults).map(toDiagnostic);
  }

  function toDiagnostic({ instancePath, message, params }: SchemaFault): Diagnostic {
    return {
      severity: "warning",
      code: "invalid-document",
      message: `${instancePath || "The document"} ${unknownField(params) ?? complaint(message, params)}.`,
      location: locate(`#${instancePath}`),
    };
  }
}

function complaint(message: string | undefined, params: SchemaFault["params"]): string {
  const [detail] = Object.values(params).filter((value) => typeof value === "string" && !message?.includes(value));
  return `${message ?? "is not allowed"}${detail === undefined ? "" : ` (${detail})`}`;
}

function unknownField({ additionalProperty, unevaluatedProperty }: SchemaFault["params"]): string | undefined {
  const name = additionalProperty ?? unevaluatedProperty;
  if (typeof name !== "string") return undefined;
  const hint = /^[1-5]xx$/.test(name) ? `: a range of statuses is written ${name.toUpperCase()}` : "";
  return `must not have the field ${JSON.stringify(name)}${hint}`;
}

/** Keywords that only repeat what is wrong further in. */
const COMBINING = new Set(["oneOf", "anyOf", "allOf", "if", "else", "then"]);

/** One fault a place: the first, which is that of what stands there rather than of a Reference Object in its stead. */
function innermost(faults: readonly SchemaFault[]): SchemaFault[] {
  const byPath = new Map<string, SchemaFault>();
  for (const fault of faults) {
    const known = byPath.get(fault.instancePath);
    if (!known || COMBINING.has(known.keyword)) byPath.set(fault.instancePath, fault);
  }
  const paths = [...byPath.keys()];
  return [...byPath.values()].filter(
    ({ instancePath, keyword }) =>
      !COMBINING.has(keyword) || !paths.some((path) => path.startsWith(`${instancePath}/`)),
  );
}

function isFault(value: unknown): value is SchemaFault {
  return isObject(value) && typeof value.instancePath === "string" && isObject(value.params);
}
