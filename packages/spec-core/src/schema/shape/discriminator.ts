import type { JsonSchema, JsonSchemaObject, SchemaRegistry } from "../schema.js";
import { isNullSchema } from "./unwrap-schema.js";

/** The alternatives of a `oneOf` or `anyOf` that the value of one property distinguishes. */
export interface TaggedBranches {
  readonly propertyName: string;
  readonly keyword: "oneOf" | "anyOf";
  readonly branches: readonly JsonSchema[];
  /** The positions in `branches` by tag. */
  readonly byTag: ReadonlyMap<string, readonly number[]>;
  /** Positions of the alternatives that accept any tag, or are not for objects. */
  readonly untagged: readonly number[];
  /** OpenAPI 3.2, `defaultMapping`: the alternative for a value whose tag is absent or unknown. */
  readonly fallback: number | undefined;
}

/**
 * Reads a discriminator next to `oneOf` or `anyOf`. An alternative's tags are those of the mapping, and those that its
 * own schema allows (`const`, `enum`). A tag that the mapping gives to another alternative does not count. Without any,
 * the tag is its name. `undefined` if no alternative has a tag.
 * @see OpenAPI 3.1, "Discriminator Object"
 */
export function taggedBranches(schemas: SchemaRegistry, json: JsonSchemaObject): TaggedBranches | undefined {
  const keyword = json.oneOf ? "oneOf" : "anyOf";
  const branches = json[keyword];
  const { discriminator } = json;
  if (discriminator === undefined || branches === undefined) return undefined;
  const { propertyName, mapping = {}, defaultMapping } = discriminator;
  const byTag = new Map<string, number[]>();
  const untagged: number[] = [];
  const mapped = new Map(Object.entries(mapping).map(([tag, uri]) => [tag, branchAt(schemas, branches, uri)]));
  for (const [index, branch] of branches.entries()) {
    const tags = new Set([...mapped].filter(([, position]) => position === index).map(([tag]) => tag));
    const allowed = allowedTags(schemas, branch, propertyName, new Set());
    const own = allowed?.filter((tag) => (mapped.get(tag) ?? index) === index);
    for (const tag of own ?? (tags.size > 0 ? [] : branchNames(schemas, branch))) tags.add(tag);
    if (tags.size === 0) untagged.push(index);
    for (const tag of tags) byTag.set(tag, [...(byTag.get(tag) ?? []), index]);
  }
  if (byTag.size === 0) return undefined;
  // A default mapping to the base of all alternatives selects none of them: then the keyword decides.
  const target = defaultMapping === undefined ? undefined : schemas.at(defaultMapping).json;
  const position = target === undefined ? -1 : branches.findIndex((branch) => schemas.follow(branch) === target);
  if (target !== undefined && position === -1)
    return { propertyName, keyword, branches, byTag, untagged: [...branches.keys()], fallback: undefined };
  return { propertyName, keyword, branches, byTag, untagged, fallback: position === -1 ? undefined : position };
}

/** The position of the alternative that is the schema at `uri`, or contains it as an alternative or a part. */
function branchAt(schemas: SchemaRegistry, branches: readonly JsonSchema[], uri: string): number | undefined {
  const target = schemas.at(uri).json;
  const exact = branches.findIndex((branch) => schemas.follow(branch) === target);
  if (exact >= 0) return exact;
  const around = branches.findIndex((branch) => holds(schemas, branch, target, new Set()));
  return around >= 0 ? around : undefined;
}

function holds(schemas: SchemaRegistry, json: JsonSchema, wanted: JsonSchema, seen: Set<JsonSchema>): boolean {
  const target = schemas.follow(json);
  if (target === wanted) return typeof target === "object";
  if (typeof target === "boolean" || seen.has(target)) return false;
  seen.add(target);
  return [target.oneOf, target.anyOf, target.allOf]
    .flat()
    .some((part) => part !== undefined && holds(schemas, part, wanted, seen));
}

/** The values that the schema allows for the property. `undefined` if any value is allowed. */
export function allowedTags(
  schemas: SchemaRegistry,
  json: JsonSchema,
  propertyName: string,
  seen: Set<JsonSchema>,
): readonly string[] | undefined {
  const target = schemas.follow(json);
  if (typeof target === "boolean" || seen.has(target)) return undefined;
  seen.add(target);
  const own =
    target.properties && Object.hasOwn(target.properties, propertyName) ? target.properties[propertyName] : undefined;
  const values = own === undefined ? undefined : constantValues(schemas, own, new Set());
  if (values !== undefined) return values;
  for (const part of target.allOf ?? []) {
    const tags = allowedTags(schemas, part, propertyName, seen);
    if (tags !== undefined) return tags;
  }
  const branches = (target.oneOf ?? target.anyOf)?.filter((branch) => !isNullSchema(branch));
  if (branches === undefined) return undefined;
  const lists = branches.map((branch) => allowedTags(schemas, branch, propertyName, seen));
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

function constantValues(
  schemas: SchemaRegistry,
  json: JsonSchema,
  seen: Set<JsonSchema>,
): readonly string[] | undefined {
  const target = schemas.follow(json);
  if (typeof target === "boolean" || seen.has(target)) return undefined;
  seen.add(target);
  const values = target.const !== undefined ? [target.const] : target.enum;
  if (values !== undefined) return values.filter((value) => value !== null).map(String);
  for (const part of target.allOf ?? []) {
    const found = constantValues(schemas, part, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

function branchNames(schemas: SchemaRegistry, branch: JsonSchema): string[] {
  if (typeof branch === "boolean" || isNullSchema(branch)) return [];
  const { name } = schemas.schemaOf(branch);
  const written = branch.$ref?.slice(branch.$ref.lastIndexOf("/") + 1);
  return [...new Set([written, name].filter((text) => text !== undefined))];
}
