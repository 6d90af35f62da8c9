import {
  createFlaggedProperties,
  createSubtypeIndex,
  type FlaggedProperties,
  type JsonSchema,
  type JsonSchemaObject,
  longestInTime,
  type Schema,
  type SchemaRegistry,
  type SubtypeIndex,
  taggedBranches,
} from "@onespec/spec-core";
import type { ModelPlan } from "../plan/sdk-plan.js";
import { literal, propertyName } from "./escape.js";
import { FORMAT_NAMES, keywordNames, RARE_KEYWORDS } from "./schema-keywords.js";
import type { WrittenSchemas } from "./written-schemas.js";

/** Where references lead, and a note of those that were met, so that the file can import them. */
export interface SchemaScope {
  readonly schemas: SchemaRegistry;
  readonly modelAt: ReadonlyMap<string, ModelPlan>;
  readonly used: Set<ModelPlan>;
  /** The checks of rarer keywords that the file must import. */
  readonly keywords: Set<string>;
  /** What must be imported to write rarer parameters and bodies. Absent where nothing is sent. */
  readonly writers?: Set<string>;
  /** Of what is only ever sent: models' schemas are functions there, and nothing is told of what only the server sets. */
  readonly isSent?: boolean;
  /** A note of what was written out, where what is repeated is to be shared. */
  readonly written?: WrittenSchemas;
}

/** Imports what the file's schemas need. @param utils the path there */
export function importKeywords(
  { keywords }: { readonly keywords: ReadonlySet<string> },
  utils: string,
): string | false {
  return (
    keywords.size > 0 && `import { ${[...keywords].sort().join(", ")} } from "${utils}/validate/keywords/index.js";`
  );
}

interface KeywordKind {
  readonly rank: number;
  /** What its value is: itself, one schema, a list of them, or some by name. */
  readonly holds: "itself" | "map" | "one" | "list";
}

/** Keywords come in this order. */
const KEYWORDS: ReadonlyMap<string, KeywordKind> = new Map(
  (
    [
      [
        "itself",
        "type enum const required dependentRequired minProperties maxProperties minContains maxContains minItems maxItems uniqueItems minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
      ],
      ["map", "properties patternProperties dependentSchemas"],
      [
        "one",
        "additionalProperties unevaluatedProperties propertyNames items contains unevaluatedItems not if then else",
      ],
      ["list", "prefixItems allOf anyOf oneOf"],
    ] as const
  )
    .flatMap(([holds, names]) => names.split(" ").map((name) => ({ name, holds })))
    .map(({ name, holds }, rank) => [name, { rank, holds }] as const),
);
/** Keywords after which the marks that flagged properties leave come. */
const FIRST_MAP: number = KEYWORDS.get("properties")?.rank ?? 0;

/** A schema by name where it has a file of its own, else written out. */
export function emitSchemaAt({ uri, json }: Schema, scope: SchemaScope): string {
  return emitSchema(scope.modelAt.has(uri) ? { $ref: uri } : json, scope);
}

/** A schema as the data that the runtime's validator takes: only what it checks, keywords and names in one fixed order. */
export function emitSchema(schema: JsonSchema, scope: SchemaScope): string {
  if (typeof schema === "boolean") return String(schema);
  // References have no siblings in normal form. One that only leads to itself allows everything.
  if (schema.$ref !== undefined) return scope.schemas.follow(schema) === true ? "true" : reference(schema.$ref, scope);
  const parts = members(schema, scope);
  const text = parts.length === 0 ? "true" : `{ ${parts.join(", ")} }`;
  scope.written?.note(text);
  return text;
}

function members(schema: JsonSchemaObject, scope: SchemaScope): string[] {
  const tagging = discriminator(schema, scope);
  const hidden = scope.isSent ? facts(scope.schemas).readOnly.names(schema) : NO_NAMES;
  const parts = formatEntry(schema.format, scope);
  const entries: { readonly kind: KeywordKind; readonly keyword: string; readonly value: unknown }[] = [];
  let isRare = tagging !== undefined;
  for (const keyword of Object.keys(schema)) {
    const kind = KEYWORDS.get(keyword);
    const value = schema[keyword];
    if (kind === undefined || value === undefined || isIdle(kind, keyword, value)) continue;
    entries.push({ kind, keyword, value });
    isRare ||= RARE_KEYWORDS.has(keyword);
  }
  if (entries.length > 1) entries.sort((left, right) => left.kind.rank - right.kind.rank);
  let isMarked = false;
  for (const { kind, keyword, value } of entries) {
    if (!isMarked && kind.rank >= FIRST_MAP) {
      isMarked = true;
      parts.push(...marks(schema, scope));
    }
    if (hidden.size > 0 && keyword === "properties")
      parts.push(`properties: ${emitMap(value as SchemaMap, scope, hidden)}`);
    else if (hidden.size > 0 && keyword === "required") parts.push(...requiredOf(value, hidden));
    else parts.push(`${keyword}: ${emitKeyword(kind.holds, value, scope)}`);
  }
  if (!isMarked) parts.push(...marks(schema, scope));
  parts.push(...patternLimit(schema));
  if (tagging) parts.push(`discriminator: ${tagging.text}`);
  const uses = isRare ? keywordNames({ ...schema, discriminator: tagging?.keys }) : [];
  for (const name of uses) scope.keywords.add(name);
  if (uses.length > 0) parts.push(`uses: [${uses.join(", ")}]`);
  return parts;
}

/** What stands between a schema's own keywords and the schemas in it. */
function marks(schema: JsonSchemaObject, scope: SchemaScope): string[] {
  // spec-core's mark on what `nullable` without a type beside it adds.
  return [...(schema["x-loose-null"] === true ? ["requestOnly: true"] : []), ...flagged(schema, scope)];
}

/** Texts that are longer than its patterns are sure to be done with in time are not tested by them. */
function patternLimit({ pattern, patternProperties }: JsonSchemaObject): string[] {
  if (pattern === undefined && patternProperties === undefined) return [];
  const patterns = [...(typeof pattern === "string" ? [pattern] : []), ...Object.keys(patternProperties ?? {})];
  const longest = Math.min(...patterns.map(longestInTime));
  return Number.isFinite(longest) ? [`patternLimit: ${longest}`] : [];
}

function emitKeyword(holds: KeywordKind["holds"], value: unknown, scope: SchemaScope): string {
  switch (holds) {
    case "itself":
      return literal(inOrder(value));
    case "map":
      return emitMap(value as SchemaMap, scope);
    case "one":
      return emitSchema(value as JsonSchema, scope);
    case "list":
      return `[${(value as readonly JsonSchema[]).map((part) => emitSchema(part, scope)).join(", ")}]`;
  }
}

/** A format that is checked brings its check, another is its name. */
export function formatEntry(format: string | undefined, { keywords }: SchemaScope): string[] {
  if (format === undefined) return [];
  const check = Object.hasOwn(FORMAT_NAMES, format) ? FORMAT_NAMES[format] : undefined;
  if (check !== undefined) keywords.add(check);
  return [`format: ${check ?? literal(format)}`];
}

/** Does the keyword say nothing with this value? `items: true` says that all items have been looked at. */
function isIdle({ holds }: KeywordKind, keyword: string, value: unknown): boolean {
  if (value === false) return keyword === "uniqueItems";
  if (value === true) return keyword === "propertyNames" || keyword === "then" || keyword === "else";
  if (Array.isArray(value)) return value.length === 0 && (keyword === "required" || holds === "list");
  return holds === "map" && Object.keys(value as object).length === 0;
}

/** The same text for the same value, however its properties were ordered. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(sorted(value as Record<string, unknown>).map(([name, member]) => [name, inOrder(member)]));
}

type SchemaMap = Readonly<Record<string, JsonSchema>>;

const NO_NAMES: ReadonlySet<string> = new Set();

function requiredOf(names: unknown, hidden: ReadonlySet<string>): string[] {
  const others = (names as readonly string[]).filter((name) => !hidden.has(name));
  return others.length === 0 ? [] : [`required: ${literal(others)}`];
}

/** @param hidden names whose values are not looked at */
function emitMap(map: SchemaMap, scope: SchemaScope, hidden: ReadonlySet<string> = NO_NAMES): string {
  return emitEntries(map, (schema, name) => {
    if (hidden.has(name)) return "true";
    const text = emitSchema(schema, scope);
    scope.written?.noteName(text, name);
    return text;
  });
}

function emitEntries<T>(map: Readonly<Record<string, T>>, emit: (value: T, name: string) => string): string {
  return `{ ${sorted(map)
    .map(([name, value]) => `${propertyName(name)}: ${emit(value, name)}`)
    .join(", ")} }`;
}

/** What spec-core works out once for a description, whichever schema asks. */
interface SchemaFacts {
  readonly readOnly: FlaggedProperties;
  readonly writeOnly: FlaggedProperties;
  readonly subtypes: SubtypeIndex;
}

const factsOf = new WeakMap<SchemaRegistry, SchemaFacts>();

function facts(schemas: SchemaRegistry): SchemaFacts {
  let known = factsOf.get(schemas);
  if (!known) {
    known = {
      readOnly: createFlaggedProperties(schemas, "readOnly"),
      writeOnly: createFlaggedProperties(schemas, "writeOnly"),
      subtypes: createSubtypeIndex(schemas),
    };
    factsOf.set(schemas, known);
  }
  return known;
}

/** The names of flagged properties, so that no one has to follow references to find out. */
function flagged(schema: JsonSchemaObject, { schemas, isSent }: SchemaScope): string[] {
  if (!declaresHere(schema)) return [];
  const { readOnly, writeOnly } = facts(schemas);
  const parts: string[] = [];
  const readNames = readOnly.names(schema);
  // Of the schema itself it has been left out; its parts need to know.
  if (readNames.size > 0 && !(isSent && isPlain(schema)))
    parts.push(`readOnlyProperties: ${literal([...readNames].sort())}`);
  const writeNames = writeOnly.names(schema);
  if (writeNames.size > 0) parts.push(`writeOnlyProperties: ${literal([...writeNames].sort())}`);
  return parts;
}

/** Has the schema nothing that looks at the same value again? */
function isPlain(schema: JsonSchemaObject): boolean {
  return !Object.keys(schema).some((keyword) => LOOK_AGAIN.has(keyword));
}

const LOOK_AGAIN: ReadonlySet<string> = new Set(
  "allOf anyOf oneOf not if dependentRequired dependentSchemas patternProperties discriminator".split(" "),
);

/** Alternatives alone, or one part alone, say themselves what they flag. */
function declaresHere({
  properties,
  required,
  dependentRequired,
  allOf = [],
  oneOf,
  anyOf,
}: JsonSchemaObject): boolean {
  return Boolean(properties ?? required ?? dependentRequired) || allOf.length + Number(Boolean(oneOf ?? anyOf)) > 1;
}

interface Tagging {
  readonly text: string;
  /** Which kind of discriminator it is. */
  readonly keys: { readonly tags: true } | { readonly subtypes: true };
}

function discriminator(schema: JsonSchemaObject, scope: SchemaScope): Tagging | undefined {
  const { schemas } = scope;
  const tagged = taggedBranches(schemas, schema);
  if (tagged) {
    const { propertyName: tag, byTag, untagged, fallback } = tagged;
    const parts = [
      `propertyName: ${literal(tag)}`,
      `tags: ${emitEntries(Object.fromEntries(byTag), literal)}`,
      ...(untagged.length > 0 ? [`untagged: ${literal(untagged)}`] : []),
      ...(fallback === undefined ? [] : [`fallback: ${fallback}`]),
    ];
    return { text: `{ ${parts.join(", ")} }`, keys: { tags: true } };
  }
  const subtypes = facts(schemas).subtypes.of(schema);
  if (!subtypes || subtypes.byTag.size === 0) return undefined;
  const byTag = emitEntries(Object.fromEntries(subtypes.byTag), ({ uri }) => reference(uri, scope));
  return { text: `{ propertyName: ${literal(subtypes.propertyName)}, subtypes: ${byTag} }`, keys: { subtypes: true } };
}

function reference(uri: string, { modelAt, used, isSent }: SchemaScope): string {
  const model = modelAt.get(uri);
  if (!model) return "true";
  used.add(model);
  return isSent ? `${model.name}Schema` : `() => ${model.name}Schema`;
}

/** Entries by name, in code unit order: the same on every machine. Sorting a map again costs less than keeping all that were sorted. */
export function sorted<T>(map: Readonly<Record<string, T>>): readonly [string, T][] {
  const entries = Object.entries(map);
  if (entries.length > 1) entries.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  return entries;
}
