export type KeywordKind = "schema" | "list" | "map" | "count" | "bound" | "flag";

/** Keywords that are alike, by what they hold. The others are each their own. */
export const KEYWORD_KINDS: ReadonlyMap<string, KeywordKind> = new Map(
  Object.entries({
    schema: "not if then else contains propertyNames unevaluatedItems unevaluatedProperties contentSchema",
    list: "allOf anyOf oneOf prefixItems",
    map: "properties patternProperties dependentSchemas",
    count: "minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains",
    bound: "minimum maximum multipleOf",
    flag: "uniqueItems readOnly writeOnly deprecated",
  } satisfies Record<KeywordKind, string>).flatMap(([kind, keywords]) =>
    keywords.split(" ").map((keyword) => [keyword, kind as KeywordKind] as const),
  ),
);
