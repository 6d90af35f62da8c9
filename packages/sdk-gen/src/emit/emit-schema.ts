import {
  createFlaggedProperties,
  type FlaggedProperties,
  type JsonSchema,
  type JsonSchemaObject,
  type Schema,
  type SchemaRegistry,
  type SubtypeIndex,
  subtypesOf,
  taggedBranches,
} from "@onespec/spec-core";
import { comparedFormat } from "../plan/compared-format.js";
import type { ModelPlan } from "../plan/sdk-plan.js";
import { sorted } from "../sorted.js";
import { literal, propertyName } from "./escape.js";
import { patternLimit } from "./pattern-limit.js";
import { FORMAT_NAMES, keywordNames, RARE_KEYWORDS } from "./schema-keywords.js";
import type { WrittenSchemas } from "./written-schemas.js";

/** The models for references, and the imports that the emitted schemas need. */
export interface SchemaScope {
  readonly schemas: SchemaRegistry;
  readonly modelAt: ReadonlyMap<string, ModelPlan>;
  readonly used: Set<ModelPlan>;
  /** The checks of rarer keywords that the file must import. */
  readonly keywords: Set<string>;
  /** True for the fields of records, for queries. */
  readonly isQueried?: true;
  /** Writers of rarer parameters and bodies that the file must import. Absent for responses. */
  readonly writers?: Set<string>;
  /** Parts of the query engine that the file must import. */
  readonly engine?: Set<string>;
  /** For request bodies: schemas of models are functions, and readOnly properties are omitted. */
  /** Records the emitted schemas, so that repeated ones can be shared. */
  readonly written?: WrittenSchemas;
}

/** The import of a file's checks, such as the keywords in its schemas. @param utils path of `utils/` */
export function importChecks(names: Iterable<string>, utils: string): string | false {
  const sorted = [...new Set(names)].sort();
  return sorted.length > 0 && `import { ${sorted.join(", ")} } from "${utils}/validate.js";`;
}

interface KeywordKind {
  readonly rank: number;
  /** The kind of its value: plain data, one schema, a list of schemas, or schemas by name. */
  readonly holds: "itself" | "map" | "one" | "list";
}

/** Keywords in the order of the output. */
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
/** The marks of flagged properties come before keywords with this rank. */
const FIRST_MAP: number = KEYWORDS.get("properties")?.rank ?? 0;

/** The name of a schema that has a model. For other schemas, the schema itself. */
export function emitSchemaAt({ uri, json }: Schema, scope: SchemaScope): string {
  return emitSchema(scope.modelAt.has(uri) ? { $ref: uri } : json, scope);
}

/**
 * A schema as data for the runtime's validator. It has only the keywords that the validator checks, in a fixed order.
 */
export function emitSchema(schema: JsonSchema, scope: SchemaScope): string {
  if (typeof schema === "boolean") return String(schema);
  // References have no siblings in normal form. A reference that leads back to itself allows everything.
  if (schema.$ref !== undefined) return scope.schemas.follow(schema) === true ? "true" : reference(schema.$ref, scope);
  // Examples rule no answer out.
  if (schema["x-by-example"] === true && !scope.isQueried) return "true";
  const parts = members(schema, scope);
  const text = parts.length === 0 ? "true" : `{ ${parts.join(", ")} }`;
  scope.written?.note(text);
  return text;
}

function members(schema: JsonSchemaObject, scope: SchemaScope): string[] {
  const tagging = discriminator(schema, scope);
  const parts = formatEntry(comparedFormat(schema), scope);
  const entries: { readonly kind: KeywordKind; readonly keyword: string; readonly value: unknown }[] = [];
  let isRare = tagging !== undefined || schema.format === "password";
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
    parts.push(`${keyword}: ${emitKeyword(kind.holds, value, scope)}`);
  }
  if (!isMarked) parts.push(...marks(schema, scope));
  parts.push(...limitOfPatterns(schema));
  if (tagging) parts.push(`discriminator: ${tagging.text}`);
  const uses = isRare ? keywordNames({ ...schema, discriminator: tagging?.keys }) : [];
  for (const name of uses) scope.keywords.add(name);
  if (uses.length > 0) parts.push(`uses: [${uses.join(", ")}]`);
  return parts;
}

/** The marks between a schema's own keywords and its subschemas. */
function marks(schema: JsonSchemaObject, scope: SchemaScope): string[] {
  // spec-core marks the null that `nullable` adds without a type beside it.
  return [...(schema["x-loose-null"] === true ? ["requestOnly: true"] : []), ...flagged(schema, scope)];
}

/** The validator skips the patterns for texts and names that are longer. */
function limitOfPatterns({ pattern, patternProperties }: JsonSchemaObject): string[] {
  if (pattern === undefined && patternProperties === undefined) return [];
  const patterns = [...(typeof pattern === "string" ? [pattern] : []), ...Object.keys(patternProperties ?? {})];
  const limits = patterns.flatMap((one) => patternLimit(one) ?? []);
  return limits.length === 0 ? [] : [`patternLimit: ${Math.min(...limits)}`];
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

/** A format's check if the runtime has one. For other formats, the name. */
export function formatEntry(format: string | undefined, { keywords, isQueried }: SchemaScope): string[] {
  if (format === undefined) return [];
  const isKnown = isQueried && CHECKED_BY_QUERIES.has(format);
  const check = !isKnown && Object.hasOwn(FORMAT_NAMES, format) ? FORMAT_NAMES[format] : undefined;
  if (check !== undefined) keywords.add(check);
  return [`format: ${check ?? literal(format)}`];
}

/** Formats that queries check themselves, by name. */
const CHECKED_BY_QUERIES: ReadonlySet<string> = new Set(["date-time", "int32", "int64"]);

/** True if the keyword has no effect with this value. `items: true` has one: it marks all items as evaluated. */
function isIdle({ holds }: KeywordKind, keyword: string, value: unknown): boolean {
  if (value === false) return keyword === "uniqueItems";
  if (value === true) return keyword === "propertyNames" || keyword === "then" || keyword === "else";
  if (Array.isArray(value)) return value.length === 0 && (keyword === "required" || holds === "list");
  return holds === "map" && Object.keys(value as object).length === 0;
}

/** Sorts the properties of a value, so that equal values give equal text. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(sorted(value as Record<string, unknown>).map(([name, member]) => [name, inOrder(member)]));
}

type SchemaMap = Readonly<Record<string, JsonSchema>>;

function emitMap(map: SchemaMap, scope: SchemaScope): string {
  return emitEntries(map, (schema, name) => {
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

/** Facts about all schemas of a description, computed once. */
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
      subtypes: subtypesOf(schemas),
    };
    factsOf.set(schemas, known);
  }
  return known;
}

/** The names of flagged properties, so that the runtime need not follow references. */
function flagged(schema: JsonSchemaObject, { schemas }: SchemaScope): string[] {
  if (!declaresHere(schema)) return [];
  const { readOnly, writeOnly } = facts(schemas);
  const parts: string[] = [];
  const readNames = readOnly.names(schema);
  if (readNames.size > 0) parts.push(`readOnlyProperties: ${literal([...readNames].sort())}`);
  const writeNames = writeOnly.names(schema);
  if (writeNames.size > 0) parts.push(`writeOnlyProperties: ${literal([...writeNames].sort())}`);
  return parts;
}

/** False for alternatives alone and for a single part, which carry their own marks. */
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
  /** The kind of the discriminator. */
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

function reference(uri: string, { modelAt, used }: SchemaScope): string {
  const model = modelAt.get(uri);
  if (!model) return "true";
  used.add(model);
  return `() => ${model.name}Schema`;
}
