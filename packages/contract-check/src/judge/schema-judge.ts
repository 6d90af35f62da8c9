import { registerSchema, setShouldValidateFormat, unregisterSchema } from "@hyperjump/json-schema/draft-2020-12";
import "@hyperjump/json-schema/formats";
import { addKeyword, BASIC, getKeyword, getSchema, interpret, Validation } from "@hyperjump/json-schema/experimental";
import { fromJs } from "@hyperjump/json-schema/instance/experimental";
import type { Matcher } from "@onespec/spec-core";
import { asArray, asObject, type JsonObject } from "../description/json.js";
import type { RawDocument } from "../description/raw-document.js";
import { safePattern } from "./ecma-pattern.js";
import { createSchemaBook, type SchemaBook, type SchemaPlace, type View } from "./schema-book.js";
import { createSecondOpinion } from "./second-opinion.js";
import type { Violation } from "./violation.js";
import { violationText } from "./violation-text.js";

/**
 * Decides whether values match the schemas of one description. It shares no validator or conversion with the servers. A
 * value is valid if both hyperjump and ajv accept it.
 */
export interface SchemaJudge {
  readonly request: SchemaBook;
  readonly response: SchemaBook;
  /** True if the value is valid. Faster than listing violations. */
  fits(view: View, place: SchemaPlace, value: unknown): Promise<boolean>;
  /** The first few violations. Empty if the value is valid. */
  violations(view: View, place: SchemaPlace, value: unknown): Promise<readonly Violation[]>;
  /** Releases the schemas. The validator's registry is global to the process. */
  close(): void;
}

const nativePattern = getKeyword<Matcher>("https://json-schema.org/keyword/pattern");
addKeyword<Matcher>({
  ...nativePattern,
  compile: async (...schema) => safePattern(((await nativePattern.compile(...schema)) as RegExp).source),
});

const DIALECT = "https://json-schema.org/draft/2020-12/schema";
const MAX_VIOLATIONS = 100;
let judges = 0;

export function createSchemaJudge(raw: RawDocument): SchemaJudge {
  setShouldValidateFormat(true);
  judges += 1;
  const number = judges;
  const books = { request: createSchemaBook(raw, "request"), response: createSchemaBook(raw, "response") };
  const uris = { request: `https://judge.test/${number}/request`, response: `https://judge.test/${number}/response` };
  const second = { request: createSecondOpinion(books.request), response: createSecondOpinion(books.response) };
  // One syntax tree for all schemas of a view. Each schema is compiled at first use.
  const trees = { request: createTree(), response: createTree() };
  // Compiling is asynchronous. A second call for the same schema must wait for the first, or it would use an incomplete
  // result.
  const compiled = new Map<string, Promise<string>>();
  const compile = (view: View, place: SchemaPlace): Promise<string> => {
    const uri = `${uris[view]}#${encodeURI(place)}`;
    const known =
      compiled.get(uri) ??
      compileAt(uri, trees[view]).catch(() => {
        register(view);
        return compileAt(uri, trees[view]);
      });
    compiled.set(uri, known);
    return known;
  };
  const sizes = { request: 0, response: 0 };
  /** Registers the book again after it has grown: the registry has a copy without the new schemas. */
  const register = (view: View): void => {
    const size = Object.keys(books[view].document.$defs).length;
    if (sizes[view] === size) return;
    if (sizes[view] > 0) unregisterSchema(uris[view]);
    sizes[view] = size;
    trees[view] = createTree();
    for (const uri of [...compiled.keys()]) if (uri.startsWith(`${uris[view]}#`)) compiled.delete(uri);
    registerSchema(forHyperjump(books[view].document) as never, uris[view], DIALECT);
  };
  for (const view of ["request", "response"] as const) register(view);
  return {
    ...books,
    async fits(view, place, value) {
      if (second[view](place, value).length > 0) return false;
      const schemaUri = await compile(view, place);
      return isAccepted({ ast: trees[view], schemaUri }, value);
    },
    async violations(view, place, value) {
      const schemaUri = await compile(view, place);
      const errors = readErrors({ ast: trees[view], schemaUri }, value);
      if (errors.length === 0) return second[view](place, value);
      const described = errors.map((error) => describe(error, books[view], value));
      return [...new Map(described.map((violation) => [violation.text, violation])).values()].slice(0, MAX_VIOLATIONS);
    },
    close() {
      for (const view of ["request", "response"] as const) unregisterSchema(uris[view]);
    },
  };
}

/**
 * Removes what hyperjump cannot handle. It rejects negative numbers for `multipleOf` with a fraction, so only ajv
 * judges those. It also reads examples, whose dialect it does not know.
 */
function forHyperjump(document: object): object {
  return JSON.parse(
    JSON.stringify(document, (key, value) => {
      const isUnreadable =
        key === "multipleOf" ? typeof value === "number" : NAMES.has(key) && typeof value === "string";
      return isUnreadable ? undefined : value;
    }),
  );
}

const NAMES = new Set(["$schema", "$id"]);

async function compileAt(uri: string, tree: object): Promise<string> {
  const schema = await getSchema(uri);
  // Skips the check against the meta-schema, which takes seconds. createSchemaBook wrote these schemas.
  (schema.document as { validated?: boolean }).validated = true;
  return (Validation as unknown as Compiler).compile(schema, tree);
}

function readErrors(compiled: object, value: unknown): readonly OutputUnit[] {
  if (isAccepted(compiled, value)) return [];
  return (interpret(compiled as never, fromJs(value as never), BASIC) as Output).errors ?? [];
}

function isAccepted(compiled: object, value: unknown): boolean {
  try {
    return (interpret(compiled as never, fromJs(value as never)) as Output).valid;
  } catch (error) {
    // A schema that refers to itself without testing the value recurses for ever and has no meaning.
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** The part of hyperjump's experimental door that its types leave out. */
interface Compiler {
  compile(schema: unknown, tree: unknown): Promise<string>;
}

interface Output {
  readonly valid: boolean;
  readonly errors?: readonly OutputUnit[];
}

interface OutputUnit {
  readonly keyword: string;
  readonly absoluteKeywordLocation: string;
  readonly instanceLocation: string;
}

function createTree(): object {
  return { metaData: {}, plugins: new Set() };
}

function placeOf(location: string): SchemaPlace {
  return decodeURI(location.slice(location.indexOf("#") + 1));
}

function describe(error: OutputUnit, book: SchemaBook, value: unknown): Violation {
  const place = placeOf(error.absoluteKeywordLocation);
  const keyword = place.slice(place.lastIndexOf("/") + 1);
  const stated = book.at(place);
  const at = decodeURIComponent(error.instanceLocation.replace(/^#/, ""));
  const inner = valueAt(value, at);
  const lacking = keyword === "required" ? lackingIn(stated, inner) : undefined;
  const text = violationText(at, keyword, lacking ?? stated, inner);
  return { at, keyword, text, schema: book.origin(place), ...(lacking && { lacking }) };
}

/** The required properties that a value lacks. */
function lackingIn(required: unknown, value: unknown): string[] {
  return asArray(required)
    .map(String)
    .filter((name) => !Object.hasOwn(asObject(value), name));
}

function valueAt(value: unknown, pointer: string): unknown {
  let inner = value;
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    inner = typeof inner === "object" && inner !== null ? (inner as JsonObject)[name] : undefined;
  }
  return inner;
}
