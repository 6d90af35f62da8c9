import { DescriptionError } from "../errors/description-error.js";
import type { JsonObject } from "./json-object.js";
import { joinPointer, parsePointer } from "./json-pointer.js";
import type { SourceFile } from "./source-file.js";

/**
 * The OpenAPI 3.0 document that says what a Swagger 2.0 document says.
 * @throws DescriptionError `DESCRIPTION_CONVERSION_FAILED`
 */
export async function upgradeFrom20(file: SourceFile, swagger: JsonObject): Promise<JsonObject> {
  const { default: converter } = await import("swagger2openapi");
  try {
    // The converter's types ask for a valid document, which is what it is there to find out.
    const input = withoutSharedParts(swagger) as unknown as Parameters<typeof converter.convertObj>[0];
    const { openapi } = await converter.convertObj(input, {
      patch: true,
      warnOnly: true,
      anchors: true,
      resolve: false,
      // Without a text it would write the whole document as YAML, for messages that nobody sees.
      text: " ",
    });
    return openapi as unknown as JsonObject;
  } catch (cause) {
    throw new DescriptionError(
      "DESCRIPTION_CONVERSION_FAILED",
      `This Swagger 2.0 description cannot be converted to OpenAPI 3: ${cause instanceof Error ? cause.message : String(cause)}.`,
      { file: file.name, pointer: "" },
      { hint: "Check it with a Swagger 2.0 validator, or convert it by hand and name the result.", cause },
    );
  }
}

/** The converter edits what it reads: a part that YAML aliases put into two places would be converted twice. */
function withoutSharedParts(swagger: JsonObject): unknown {
  try {
    return JSON.parse(JSON.stringify(swagger)) as unknown;
  } catch {
    return swagger;
  }
}

const SECTIONS: Readonly<Record<string, string>> = {
  schemas: "definitions",
  parameters: "parameters",
  responses: "responses",
  securitySchemes: "securityDefinitions",
};

/** Where in the Swagger 2.0 document a place of the converted one came from, as nearly as that can be said. */
export function originIn20(pointer: string): string {
  const [first, section = "", ...rest] = parsePointer(pointer);
  if (first !== "components") return pointer;
  const origin = Object.hasOwn(SECTIONS, section) ? SECTIONS[section] : undefined;
  return origin === undefined ? "" : joinPointer("", origin, ...rest);
}
