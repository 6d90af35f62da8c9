import { DescriptionError } from "../errors/description-error.js";
import { tooLarge } from "../errors/too-large.js";
import { isObject, type JsonObject } from "../json/is-object.js";
import { joinPointer, parsePointer } from "../json/json-pointer.js";
import type { SourceFile } from "./documents.js";

/** A path that could not be converted. */
export interface LostPath {
  readonly path: string;
  readonly reason: string;
}

/** Conversion costs more than all that follows. The largest known description of version 2.0 has a thousand. */
const MOST_PATHS = 10_000;

/**
 * Converts a Swagger 2.0 document to OpenAPI 3.0. Leaves out paths that cannot be converted.
 * @throws DescriptionError `DESCRIPTION_CONVERSION_FAILED` if the other parts cannot be converted either;
 * `DESCRIPTION_TOO_LARGE`
 */
export async function upgradeFrom20(
  file: SourceFile,
  swagger: JsonObject,
): Promise<{ readonly root: JsonObject; readonly lost: readonly LostPath[] }> {
  const paths = isObject(swagger.paths) ? swagger.paths : {};
  const count = Object.keys(paths).length;
  if (count > MOST_PATHS) {
    throw tooLarge(
      { file: file.name, pointer: "/paths" },
      `The Swagger 2.0 description has ${count} paths, more than the ${MOST_PATHS} that are converted.`,
      "Convert it to OpenAPI 3 first (`npx swagger2openapi`), or cut it into several descriptions.",
    );
  }
  const withPaths = (names: readonly string[]) => ({
    ...swagger,
    paths: Object.fromEntries(names.map((name) => [name, paths[name]])),
  });
  const whole = await convert(swagger);
  if (whole.ok) return { root: whole.root, lost: [] };
  const lost = (await convert(withPaths([]))).ok ? await findLostPaths(Object.keys(paths), withPaths) : [];
  const names = new Set(lost.map(({ path }) => path));
  const rest = await convert(withPaths(Object.keys(paths).filter((path) => !names.has(path))));
  if (rest.ok && lost.length > 0) return { root: rest.root, lost };
  throw new DescriptionError(
    "DESCRIPTION_CONVERSION_FAILED",
    `This Swagger 2.0 description cannot be converted to OpenAPI 3: ${whole.reason}.`,
    { file: file.name, pointer: "" },
    { hint: "Check it with a Swagger 2.0 validator, or convert it by hand and use the result." },
  );
}

/**
 * Halves the list of paths until each failing one is alone. That takes a few conversions for each failing path, instead
 * of one for every path.
 */
async function findLostPaths(
  names: readonly string[],
  withPaths: (names: readonly string[]) => JsonObject,
): Promise<LostPath[]> {
  const outcome = await convert(withPaths(names));
  if (outcome.ok) return [];
  const [only] = names;
  if (names.length <= 1) return only === undefined ? [] : [{ path: only, reason: outcome.reason }];
  const middle = Math.ceil(names.length / 2);
  return [
    ...(await findLostPaths(names.slice(0, middle), withPaths)),
    ...(await findLostPaths(names.slice(middle), withPaths)),
  ];
}

type Conversion = { readonly ok: true; readonly root: JsonObject } | { readonly ok: false; readonly reason: string };

/** The running conversion. Only one runs at a time, because each replaces `console.warn`. */
let underWay: Promise<unknown> = Promise.resolve();

function convert(swagger: JsonObject): Promise<Conversion> {
  const next = underWay.then(() => convertAlone(swagger));
  underWay = next;
  return next;
}

async function convertAlone(swagger: JsonObject): Promise<Conversion> {
  const { default: converter } = await import("swagger2openapi");
  const { warn } = console;
  // The converter prints stack traces of its errors. We report them in a sentence instead.
  console.warn = () => {};
  try {
    // The converter's types require a valid document, but it has to check that itself.
    const input = withoutSharedParts(withProducedExamples(swagger)) as unknown as Parameters<
      typeof converter.convertObj
    >[0];
    const { openapi } = await converter.convertObj(input, {
      patch: true,
      warnOnly: true,
      anchors: true,
      resolve: false,
      // Without a text, the converter would write the whole document as YAML for messages that nobody sees.
      text: " ",
    });
    return { ok: true, root: openapi as unknown as JsonObject };
  } catch (cause) {
    return { ok: false, reason: cause instanceof Error ? cause.message : String(cause) };
  } finally {
    console.warn = warn;
  }
}

/**
 * Copies an example without a media type to each type that the operation produces. The converter would add it as a new
 * type.
 */
function withProducedExamples(swagger: JsonObject): JsonObject {
  const { paths, produces: usual } = swagger;
  if (!isObject(paths)) return swagger;
  const mapped = mapMembers(paths, (item) =>
    mapMembers(item, (operation) => {
      const { produces = usual, responses } = operation;
      const types = Array.isArray(produces) && produces.length > 0 ? produces : ["application/json"];
      if (!isObject(responses)) return operation;
      return { ...operation, responses: mapMembers(responses, (response) => withExamplesOf(response, types)) };
    }),
  );
  return { ...swagger, paths: mapped };
}

function withExamplesOf(response: JsonObject, types: readonly unknown[]): JsonObject {
  if (!isObject(response.examples) || !Object.hasOwn(response.examples, "*/*")) return response;
  const { "*/*": example, ...others } = response.examples;
  return { ...response, examples: { ...Object.fromEntries(types.map((type) => [String(type), example])), ...others } };
}

function mapMembers(object: JsonObject, change: (member: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, member]) => [name, isObject(member) ? change(member) : member]),
  );
}

/**
 * The converter changes its input. A part that YAML aliases put in two places would be converted twice, so each gets a
 * copy.
 */
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

/** The pointer in the Swagger 2.0 document for a pointer of the converted one, as precisely as possible. */
export function originIn20(pointer: string): string {
  const [first, section = "", ...rest] = parsePointer(pointer);
  if (first !== "components") return pointer;
  const origin = Object.hasOwn(SECTIONS, section) ? SECTIONS[section] : undefined;
  return origin === undefined ? "" : joinPointer("", origin, ...rest);
}
