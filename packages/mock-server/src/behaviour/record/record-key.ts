import { createHash } from "node:crypto";
import { coerceValue, GIVEN_NAMES, type Problem, schemaAt, writtenProperties } from "@onespec/http-contract";
import {
  foldName,
  type JsonSchema,
  keywordsOf,
  nameWords,
  type ObjectProperty,
  type Operation,
  objectProperties,
  pathNoun,
  percentEncode,
  type RecordPlace,
  type Resource,
  type SchemaRegistry,
  schemaShape,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import type { ScopePattern } from "../../model/resource-states.js";
import { memberMeant } from "../../response/body-shape.js";
import type { JsonObject } from "../../store/record-store.js";

/** The id that a record holds, as text; `undefined` when it holds none. */
export function keyInRecord(resource: Resource, value: unknown): string | undefined {
  const id = resource.id.property && valueAtPlace(value, resource.id.property);
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

/** True if the path parameter allows the id; the examples of records and paths do not always agree. */
export function isReachable(schemas: SchemaRegistry, { id: { parameterSchema } }: Resource, key: string): boolean {
  if (!parameterSchema) return true;
  return schemas.validator(parameterSchema, "request").isValid(coerceValue(schemas, parameterSchema.json, key));
}

/** True for ids that clients remove from a path before they send it (RFC 3986, section 5.2.4). */
export function isDotSegment(key: string): boolean {
  return key === "." || key === "..";
}

/** `record` with the id that a path names, in the type of the id property. */
export function withKey(schemas: SchemaRegistry, resource: Resource, record: JsonObject, key: string): JsonObject {
  const { property, schema } = resource.id;
  if (!property || keyInRecord(resource, record) === key) return record;
  return withValueAt(record, property, coerceValue(schemas, schema.json, key)) as JsonObject;
}

/** `record` with the properties that repeat the parents in its path. @param values of the parents, outermost first */
export function withParents(
  schemas: SchemaRegistry,
  resource: Resource,
  record: JsonObject,
  values: ScopePattern,
): JsonObject {
  let filled: unknown = record;
  for (const [index, { property, kind }] of resource.parents.entries()) {
    const text = values[index];
    if (!property || text === undefined) continue;
    filled = withValueAt(filled, property, parentValue(schemas, propertyJson(schemas, resource, property), text));
    if (kind) filled = withValueAt(filled, kind.property, kind.value);
  }
  return filled as JsonObject;
}

/**
 * The value of a property that repeats a parent of the path. For an enumeration, this is the member that the text means: `invoice` for
 * `/invoices/7/documents`.
 */
export function parentValue(schemas: SchemaRegistry, json: JsonSchema, text: string): unknown {
  return memberMeant(schemaShape(schemas, json).values, coerceValue(schemas, json, text));
}

function propertyJson(schemas: SchemaRegistry, resource: Resource, property: RecordPlace): JsonSchema {
  return schemaAt(schemas, resource.schema, property)?.json ?? true;
}

/** `record` without its id, so that a new id is generated. */
export function withoutId({ id: { property } }: Resource, record: JsonObject): JsonObject {
  return property ? (withValueAt(record, property, undefined) as JsonObject) : record;
}

/** Clients take at most 16 KB of headers. */
const LONGEST_PATH = 4_000;

/**
 * Makes the paths of a resource's records; `undefined` if records have none. A path that is too long for a header, or that would name
 * another record, is `undefined`.
 * Takes the values of the resource's parents, outermost first, and the record's id.
 */
export function recordPathMaker({
  itemPath,
}: Resource): ((parents: ScopePattern, key: string) => string | undefined) | undefined {
  if (itemPath === undefined) return undefined;
  const literals = itemPath.split(/\{[^{}]*\}/);
  return (parents, key) => {
    if (!key.isWellFormed()) return undefined;
    let path = literals[0] ?? "";
    for (let index = 1; index < literals.length; index++) {
      const value = index <= parents.length ? parents[index - 1] : key;
      path += percentEncode(value ?? "") + literals[index];
    }
    return path.length <= LONGEST_PATH ? path : undefined;
  };
}

/** The problem of an id that another record already has. */
export function duplicateKey({ name, id }: Resource, key: string): Problem {
  const message = `${name} already has a record ${JSON.stringify(key)}`;
  return {
    status: 409,
    code: "duplicate-id",
    message: "Already exists",
    details: [{ in: "body", path: `/${(id.property ?? []).join("/")}`, message }],
  };
}

/** Reads the id that a client chose for a new record. */
interface ChosenKeyReader {
  /** True if the body can contain an id. */
  readonly canChoose: boolean;
  read(written: unknown): string | undefined;
}

/**
 * The id that a client chose is in one of these properties of the body:
 * - the id property, if the request's schema declares it and it is not readOnly
 * - the property that the path parameter is named after: `name` for `/pools/{pool_name}`
 * - a property with the name of the parameter, if the record shows no id
 * - such a property, if the record shows the id inside an object: `user_id` of a membership with a `user`
 * - the name, if the record shows it as its id
 * If neither the body nor the record declares properties, the body may have any properties, including the id.
 */
export function chosenKeyReader(schemas: SchemaRegistry, operation: Operation, resource: Resource): ChosenKeyReader {
  const [top, ...inner] = resource.id.property ?? [];
  const written = writtenProperties(schemas, operation).filter(({ readOnly }) => !readOnly);
  const isChoice = written.some((property) => {
    if (property.name !== top) return false;
    if (inner.length === 0) return true;
    const holder = schemaAt(schemas, schemas.schemaOf(property.schema), inner.slice(0, -1));
    const last = holder && objectProperties(schemas, holder.json).get(inner.at(-1) ?? "");
    return last !== undefined && !last.readOnly;
  });
  if (isChoice || !operation.requestBody || isFreeForm(schemas, operation, resource))
    return { canChoose: true, read: (value) => keyInRecord(resource, value) || undefined };
  const hash = hashedKey(schemas, resource, written);
  if (hash) return { canChoose: true, read: hash };
  const { parameter, property } = resource.id;
  const named = foldName(parameter ?? "");
  const isElsewhere = property === undefined || foldName(inner.at(-1) ?? "") === named;
  const known = objectProperties(schemas, resource.schema.json);
  const isShown = [...known.keys()].some((name) => foldName(name) === named);
  const isText = (json: JsonSchema | undefined): boolean =>
    json !== undefined && schemaShape(schemas, json).types.has("string");
  // The record shows the `file_id` of `/stores/{store}/files/{file_id}` as its `id`.
  const isIdItself = !isShown && inner.length === 0 && isText(known.get(top ?? "")?.schema);
  // An optional property beside others names another record: the `comment_id` that a comment replies to.
  const isNeeded = ({ required }: ObjectProperty): boolean => required || written.length === 1;
  const isParameter = (sent: ObjectProperty): boolean =>
    foldName(sent.name) === named && (isElsewhere || (isIdItself && isNeeded(sent) && isText(sent.schema)));
  const alias = (
    written.find(isParameter) ??
    written.find(({ name }) => isNameOf(resource, name)) ??
    namesake(schemas, resource, written) ??
    ownName(schemas, resource, written)
  )?.name;
  if (alias === undefined) return { canChoose: false, read: () => undefined };
  return {
    canChoose: true,
    read(value) {
      const chosen = (value as Readonly<Record<string, unknown>> | null)?.[alias];
      if (typeof chosen === "number") return String(chosen);
      return typeof chosen === "string" && chosen !== "" ? chosen : undefined;
    },
  };
}

/**
 * Computes the id if the description says which property it is the hash of: "The MD5 hash of the lowercase version of the email address".
 */
function hashedKey(
  schemas: SchemaRegistry,
  { id }: Resource,
  written: readonly ObjectProperty[],
): ChosenKeyReader["read"] | undefined {
  const [, algorithm = "", source = ""] = HASH_OF.exec(keywordsOf(schemas, id.schema.json).description ?? "") ?? [];
  const words = nameWords(source);
  const [hashed] = written
    .filter(({ name }) => nameWords(name).every((word) => words.includes(word)))
    .sort((a, b) => b.name.length - a.name.length);
  if (!hashed) return undefined;
  const isLower = /\blower-? ?case/i.test(source);
  return (value) => {
    const sent = (value as Readonly<Record<string, unknown>> | null)?.[hashed.name];
    if (typeof sent !== "string" || sent === "") return undefined;
    return createHash(algorithm.toLowerCase().replace("-", ""))
      .update(isLower ? sent.toLowerCase() : sent)
      .digest("hex");
  };
}

const HASH_OF = /\b(MD5|SHA-?1|SHA-?256|SHA-?512) (?:hash|digest) of (.{1,100})/i;

/** True if both body and record may be any object. */
function isFreeForm(schemas: SchemaRegistry, { requestBody, role }: Operation, { schema }: Resource): boolean {
  const place = "body" in role ? role.body : [];
  const isOpen = (json: JsonSchema): boolean => {
    const { types, properties } = schemaShape(schemas, json);
    return types.has("object") && properties.size === 0;
  };
  const bodies = (requestBody?.content ?? []).flatMap((media) => media.schema ?? []);
  return (
    isOpen(schema.json) &&
    bodies.length > 0 &&
    bodies.every((one) => isOpen(schemaAt(schemas, one, place)?.json ?? true))
  );
}

/** True for a property that clients choose, such as a name, if the path parameter is named after it. */
function isNameOf({ id, collectionPath }: Resource, name: string): boolean {
  const word = foldName(name);
  if (!GIVEN_NAMES.has(word) || id.parameter === undefined) return false;
  return [word, ...nounsOf(collectionPath).map((one) => one + word)].includes(foldName(id.parameter));
}

/** The required `name` in the body, if the record has no `name` and the path calls its id by the noun: `/branches/{branch}`. */
function namesake(
  schemas: SchemaRegistry,
  { id, collectionPath, schema }: Resource,
  written: readonly ObjectProperty[],
): ObjectProperty | undefined {
  const [property, ...inner] = id.property ?? [];
  const word = foldName(id.parameter ?? "");
  if (property === undefined || inner.length > 0 || !nounsOf(collectionPath).includes(word)) return undefined;
  const known = objectProperties(schemas, schema.json);
  const own = known.get(property);
  const { types, values } = schemaShape(schemas, own?.schema ?? true);
  const isText = types.has("string") && values.length === 0 && keywordsOf(schemas, own?.schema).format === undefined;
  if (!own || own.readOnly || !isText || known.has("name")) return undefined;
  return written.find(({ name, required }) => name === "name" && required);
}

/**
 * The required `new_branch_name` or `branch_name` of a branch whose id is its `name`. Also the only required property, if its name is a
 * synonym of the id: the `username` of an organization whose id is its `name`.
 */
function ownName(
  schemas: SchemaRegistry,
  { id, collectionPath }: Resource,
  written: readonly ObjectProperty[],
): ObjectProperty | undefined {
  const [property, ...inner] = id.property ?? [];
  if (property === undefined || inner.length > 0 || !GIVEN_NAMES.has(foldName(property))) return undefined;
  const about = new Set(["new", ...nounsOf(collectionPath)]);
  const bare = (name: string): string =>
    nameWords(name)
      .filter((word) => !about.has(word))
      .join("");
  const required = written.filter((one) => one.required);
  const texts = required.filter(({ schema }) => schemaShape(schemas, schema).types.has("string"));
  const [only, ...others] = required;
  const isSynonym = others.length === 0 && SYNONYMS.has(foldName(only?.name ?? "")) && SYNONYMS.has(foldName(property));
  return texts.find(({ name }) => bare(name) === foldName(property)) ?? (isSynonym ? only : undefined);
}

const SYNONYMS = new Set(["name", "username", "login", "handle"]);

/** The last word of a path, folded, in the plural and in the singular. */
function nounsOf(path: string): readonly string[] {
  const noun = foldName(pathNoun(path));
  return [noun, noun.replace(/ies$/, "y"), noun.replace(/s$/, ""), noun.replace(/es$/, "")];
}
