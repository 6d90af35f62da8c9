import { DescriptionError } from "../errors/description-error.js";
import { isObject, type JsonObject, kindOf } from "../json/is-object.js";
import type { SourceFile } from "./documents.js";
import { recogniseFormat } from "./recognise-format.js";

/** The version of the specification that a document follows. */
export interface SpecVersion {
  /** The version in the document: `3.0.3`, `2.0`. */
  readonly text: string;
  readonly line: "2.0" | "3.0" | "3.1" | "3.2";
}

const LINES = ["3.0", "3.1", "3.2"] as const;

/**
 * The root object and its version.
 * @throws DescriptionError `DESCRIPTION_NOT_OPENAPI` or `DESCRIPTION_VERSION_UNSUPPORTED`
 */
export function detectVersion(file: SourceFile): { readonly root: JsonObject; readonly version: SpecVersion } {
  const { value } = file;
  if (!isObject(value) || (value.openapi === undefined && value.swagger === undefined)) throw notOpenApi(file);
  if (value.openapi === undefined) {
    const text = versionText(value.swagger);
    if (text === "2.0" || text === "2") return { root: value, version: { text: "2.0", line: "2.0" } };
    throw unsupported(file, "/swagger", `Swagger ${shown(value.swagger)}`);
  }
  const text = versionText(value.openapi);
  const line = LINES.find((known) => text === known || text?.startsWith(`${known}.`) || text?.startsWith(`${known}-`));
  // YAML reads `openapi: 3.0` without quotes as the number 3.
  if (text === "3") return { root: value, version: { text: "3.0", line: "3.0" } };
  if (text === undefined || line === undefined) throw unsupported(file, "/openapi", `OpenAPI ${shown(value.openapi)}`);
  return { root: value, version: { text, line } };
}

/** @throws DescriptionError if the document contains no part with operations or schemas */
export function requirePaths(file: SourceFile, root: JsonObject, version: SpecVersion): void {
  const parts = version.line === "3.1" || version.line === "3.2" ? ["paths", "webhooks", "components"] : ["paths"];
  if (parts.some((part) => Object.hasOwn(root, part))) return;
  throw new DescriptionError(
    "DESCRIPTION_NOT_OPENAPI",
    parts.length === 1
      ? "The document has no `paths`."
      : "The document has neither `paths`, `webhooks` nor `components`.",
    { file: file.name, pointer: "", ...file.positionOf("") },
    { hint: "Add `paths` with the operations of the API, or name the file that holds them." },
  );
}

function versionText(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.trim() : undefined;
}

function shown(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : `version (${kindOf(value)})`;
}

function notOpenApi(file: SourceFile): DescriptionError {
  const looks = recogniseFormat(file);
  const message = looks ? `This is not an OpenAPI description: it looks like ${looks.name}.` : NOT_OPENAPI;
  return new DescriptionError(
    "DESCRIPTION_NOT_OPENAPI",
    message,
    { file: file.name, pointer: "", ...file.positionOf("") },
    {
      hint:
        looks?.hint ?? 'An OpenAPI description is an object that begins with `openapi: 3.x.y` (or `swagger: "2.0"`).',
    },
  );
}

const NOT_OPENAPI = "This is not an OpenAPI description: it has neither an `openapi` nor a `swagger` field.";

function unsupported(file: SourceFile, pointer: string, what: string): DescriptionError {
  return new DescriptionError(
    "DESCRIPTION_VERSION_UNSUPPORTED",
    `${what} is not supported.`,
    { file: file.name, pointer, ...file.positionOf(pointer) },
    { hint: 'Use OpenAPI 3.0, 3.1 or 3.2 (`openapi: 3.1.0`), or Swagger 2.0 (`swagger: "2.0"`).' },
  );
}
