import type { Parameter } from "../../model/api-description.js";
import type { Selector } from "../../model/list-convention.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { isObjectProperty, type PropertyFinder } from "../shapes/property-finder.js";
import type { SchemaFacts } from "../shapes/schema-reader.js";

/**
 * The selector of a parameter whose value is an expression, a pattern or a list of conditions. `undefined` if its value
 * is compared directly.
 */
export function findSelector(parameter: Parameter, finder: PropertyFinder): Selector | undefined {
  const facts = finder.reader.facts(parameter.schema.json);
  const { types, properties } = facts;
  const folded = foldName(parameter.name);
  if (types.has("object") || properties.size > 0) {
    const names = [...properties.keys()].map(foldName);
    const isClause = names.includes("must") && names.includes("should");
    if (isCondition(facts) || isClause) return { parameter, kind: "conditions", property: [] };
    // For `filter={"email":{"_eq":"a@b.co"}}` with a JSON media type, or `filter[email]=a@b.co`.
    if (properties.size === 0 && EXPRESSIONS.has(folded) && !finder.exact(parameter.name))
      return { parameter, kind: "expression", property: [] };
    const map = properties.size === 0 ? finder.exact(parameter.name) : undefined;
    if (!map?.facts.types.has("object") || map.facts.properties.size > 0 || finder.isHidden(map.place))
      return undefined;
    return { parameter, kind: "entries", property: map.place };
  }
  if (facts.items !== undefined) {
    const items = finder.reader.facts(facts.items);
    const [group] = items.properties.size === 1 ? items.properties.values() : [];
    const listed = (group !== undefined && finder.reader.facts(group).items) || facts.items;
    if (isCondition(finder.reader.facts(listed), OPERATOR)) return { parameter, kind: "conditions", property: [] };
  }
  if (types.size > 0 && !types.has("string")) return undefined;
  if (folded === "fieldselector") return { parameter, kind: "fields", property: [] };
  if (LABELS.has(folded)) {
    const labels = finder.exact("labels") ?? finder.exact("metadata.labels");
    return labels && isObjectProperty(labels) ? { parameter, kind: "labels", property: labels.place } : undefined;
  }
  const isExpression =
    EXPRESSIONS.has(folded) || (SEARCHES.has(folded) && SAYS_EXPRESSION.test(withoutLinks(parameter.description)));
  if (isExpression && !finder.exact(parameter.name) && !facts.values && !SAYS_TEXT.test(parameter.description ?? ""))
    return { parameter, kind: "expression", property: [] };
  const words = nameWords(parameter.name);
  if (!PATTERNS.has(words.at(-1) ?? "") || finder.exact(parameter.name)) return undefined;
  // For `variable_key_pattern` if records are identified by `{variable_key}`.
  const property = finder.find(words.slice(0, -1).join("_"));
  if (!property?.facts.types.has("string") || finder.isHidden(property.place)) return undefined;
  return { parameter, kind: "pattern", property: property.place };
}

/** Replaces Markdown links by their texts: "a [filtering](https://…) expression". */
function withoutLinks(text = ""): string {
  return text.replace(/\[([^\][]*)\]\([^()]*\)/g, "$1");
}

/**
 * True for an object with a field and a value: one condition.
 * @param also names of which the object must have one, too
 */
function isCondition({ properties }: SchemaFacts, also?: ReadonlySet<string>): boolean {
  const names = [...properties.keys()].map(foldName);
  return [FIELD, VALUE, also].every((known) => known === undefined || names.some((name) => known.has(name)));
}

const OPERATOR = new Set(["operator", "op", "comparison", "type"]);
const FIELD = new Set(["field", "property", "propertyname", "attribute", "fieldname"]);
const VALUE = new Set(["value", "values"]);
const EXPRESSIONS = new Set(["filter", "filters", "filterexpression", "filterquery", "where"]);
const SEARCHES = new Set(["search", "query", "q"]);
/** Matches descriptions such as "Searches for users with a supported filtering expression." */
const SAYS_EXPRESSION =
  /\b(?:filter(?:ing)?|search|query|SQL) (?:expression|syntax)|\bquery string to (?:filter|narrow)\b|\b(?:SCIM|OData|RSQL|FIQL)\b/i;
/** Matches descriptions such as "Filter all roles by the given string", "matching substrings" and "contains the filter value". */
const SAYS_TEXT =
  /\b(?:by|for) (?:the|this|a) (?:(?:given|specified|provided) )?(?:string|text|keyword|search term)\b|\bcontains? the (?:\w+ )?(?:string|text|value)\b|\bsubstrings?\b|\btext query\b|\b(?:strings?|text) to (?:match|search)\b/i;
const LABELS = new Set(["labelselector", "labelsselector", "selector"]);
const PATTERNS = new Set(["pattern", "like", "ilike", "glob"]);
