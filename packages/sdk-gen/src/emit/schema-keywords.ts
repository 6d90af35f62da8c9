/** The keywords of a schema. Rare keywords are imported only by files whose schemas use them. */
export interface SchemaKeywords {
  readonly [keyword: string]: unknown;
}

/** The keywords for which `keywordNames` returns names, in addition to a discriminator. */
export const RARE_KEYWORDS: ReadonlySet<string> = new Set(
  "properties required additionalProperties minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems multipleOf uniqueItems contains prefixItems minProperties maxProperties dependentRequired dependentSchemas patternProperties propertyNames not if allOf oneOf anyOf unevaluatedProperties unevaluatedItems".split(
    " ",
  ),
);

/** The names of the checks in `utils/validate.js` for the keywords of a schema, in a fixed order. */
export function keywordNames(schema: SchemaKeywords): string[] {
  const { discriminator } = schema;
  const has = (...keywords: readonly string[]): boolean => keywords.some((keyword) => schema[keyword] !== undefined);
  const tells = (key: string): boolean =>
    typeof discriminator === "object" && discriminator !== null && key in discriminator;
  const names: Readonly<Record<string, boolean>> = {
    allOf: has("allOf"),
    objectMembers: has("properties", "required") || (schema.additionalProperties ?? true) !== true,
    textLimits: has("minLength", "maxLength", "pattern"),
    bounds: has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    itemCounts: has("minItems", "maxItems"),
    multipleOf: has("multipleOf"),
    uniqueItems: schema.uniqueItems === true,
    contains: has("contains"),
    prefixItems: has("prefixItems"),
    propertyCounts: has("minProperties", "maxProperties"),
    dependents: has("dependentRequired", "dependentSchemas"),
    patternProperties: has("patternProperties"),
    propertyNames: has("propertyNames"),
    not: has("not"),
    conditions: has("if"),
    nullOr: !tells("tags") && isNullOr(schema),
    alternatives: !tells("tags") && has("oneOf", "anyOf") && !isNullOr(schema),
    taggedAlternatives: tells("tags"),
    subtypes: tells("subtypes"),
    unevaluated: has("unevaluatedProperties", "unevaluatedItems"),
    secret: isSecret(schema),
  };
  return Object.keys(names).filter((name) => names[name]);
}

/** True for passwords, and for a schema with a password among its parts. */
function isSecret({ format, allOf }: SchemaKeywords): boolean {
  return (
    format === "password" || (Array.isArray(allOf) && allOf.some((part) => typeof part === "object" && isSecret(part)))
  );
}

/** True for a choice between null and one other schema. */
function isNullOr({ oneOf, anyOf }: SchemaKeywords): boolean {
  const branches = oneOf ?? anyOf;
  if ((oneOf !== undefined && anyOf !== undefined) || !Array.isArray(branches) || branches.length !== 2) return false;
  return branches.filter((branch) => typeof branch === "object" && branch?.type === "null").length === 1;
}

/** Formats that are checked or compared, by their names in descriptions. @see https://spec.openapis.org/registry/format/ */
export const FORMAT_NAMES: Readonly<Record<string, string>> = {
  "date-time": "dateTime",
  "iso-date-time": "isoDateTime",
  date: "date",
  time: "time",
  "iso-time": "isoTime",
  duration: "duration",
  email: "email",
  hostname: "hostname",
  ipv4: "ipv4",
  ipv6: "ipv6",
  uri: "uri",
  url: "url",
  "uri-reference": "uriReference",
  "uri-template": "uriTemplate",
  uuid: "uuid",
  "json-pointer": "jsonPointer",
  "json-pointer-uri-fragment": "jsonPointerUriFragment",
  "relative-json-pointer": "relativeJsonPointer",
  decimal: "decimal",
  byte: "byte",
  regex: "regex",
  int32: "int32",
  int64: "int64",
};
