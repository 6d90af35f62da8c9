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

/** Says whether values fit the schemas of one description, with validators and schemas of its own: a value fits when hyperjump and ajv say so. */
export interface SchemaJudge {
  readonly request: SchemaBook;
  readonly response: SchemaBook;
  /** True if the value is valid. Faster than listing violations. */
  fits(view: View, place: SchemaPlace, value: unknown): Promise<boolean>;
  /** The first few violations; empty when the value fits. */
  violations(view: View, place: SchemaPlace, value: unknown): Promise<readonly Violation[]>;
  /** Forgets the schemas; the validator's registry belongs to the process. */
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
  // One syntax tree for all schemas of a view: each is compiled once, when it is first needed.
  const trees = { request: createTree(), response: createTree() };
  // Compiling waits in between: a second one of the same schema would find it half done.
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
  /** Registers the book again when it has found more schemas: the registry keeps a copy, which misses them. */
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
 * hyperjump takes no negative number for a multiple of a fraction; ajv judges that alone. It also reads what examples hold, and knows no
 * dialect of theirs.
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
  // The schemas were written by createSchemaBook; checking them against the meta-schema takes seconds.
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
    // A schema that refers to itself without ever looking into the value has no end, and no meaning.
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
