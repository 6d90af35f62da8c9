import type { Parameter } from "../../model/api-description.js";
import type { Filter } from "../../model/list-convention.js";
import type { Resource } from "../../model/resource.js";
import type { SchemaRegistry } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { nameWords } from "../../words/name-words.js";
import { sameNoun } from "../../words/same-noun.js";
import {
  createPropertyFinder,
  type FoundProperty,
  isObjectProperty,
  type PropertyFinder,
} from "../shapes/property-finder.js";
import { createSchemaReader, type SchemaFacts } from "../shapes/schema-reader.js";
import { isNumberAsText } from "./condition.js";
import { conditionOf, FILTER_NAMES, VECTORS } from "./filter-condition.js";
import { BRACKET_OPERATORS, isComparable, TEXT } from "./filter-operators.js";

/** The conditions that one query parameter can set. Empty if its name and schema have no known meaning. */
export function findFilters(parameter: Parameter, finder: PropertyFinder): readonly Filter[] {
  if (VECTORS.has(foldName(parameter.name))) return [];
  const facts = finder.reader.facts(parameter.schema.json);
  const members = facts.types.size === 0 || facts.types.has("object") ? facts.properties : undefined;
  const inside = members && members.size > 0 ? filtersInside(parameter, [], facts, finder) : [];
  const isObject = facts.types.has("object") && facts.types.size === 1;
  const isOnlyObject = isObject && typeof facts.json === "object" && facts.json.type !== undefined;
  if (inside.length > 0 || isOnlyObject) {
    // Stripe's `created` accepts a moment or an object of bounds. A schema with properties but without `type` allows
    // plain values too.
    const plain = isObject ? finder.reader.facts(true) : facts;
    const scalar = isOnlyObject ? undefined : conditionOf(parameter.name, { facts: plain, parameter, finder });
    return scalar ? [scalar, ...inside] : inside;
  }
  const filter = conditionOf(parameter.name, { facts, parameter, finder });
  return filter ? [filter] : [];
}

/**
 * Returns a function that finds the condition for a name in the text or body of `parameter`, as if it were a query
 * parameter: the id for `ids==1,2`.
 */
export function filtersByName(
  schemas: SchemaRegistry,
  { schema, id }: Resource,
  parameter: Parameter,
  noun: string,
): (name: string) => Filter | undefined {
  const reader = createSchemaReader(schemas);
  const finder = createPropertyFinder(reader, schema.json, { place: id.property, parameter: id.parameter }, noun);
  return (name) =>
    conditionOf(name, {
      facts: reader.facts(true),
      parameter: { ...parameter, name, description: undefined },
      finder,
    });
}

/**
 * The conditions inside an object parameter: `price[gte]` in `price`, `filter[status]` in `filter`, or deeper:
 * `query.filter.status`.
 * @param at the place of the object inside the parameter
 */
function filtersInside(
  parameter: Parameter,
  at: readonly string[],
  { properties }: SchemaFacts,
  finder: PropertyFinder,
): Filter[] {
  const name = at.at(-1) ?? parameter.name;
  const own = finder.find(name);
  const asOperators = own ? operatorsOf(parameter, own, at, properties, finder) : [];
  // For `{ "flows": { "name": { "any": ["etl"] } } }` in a search for flows.
  const isOwn = at.length === 0 && !own && sameNoun(foldName(name), finder.noun);
  if (asOperators.length > 0 || !(isOwn || isFilterName(name)) || at.length > DEEPEST) return asOperators;
  return [...properties].flatMap(([name, schema]) => {
    const facts = finder.reader.facts(schema);
    const property = finder.find(name);
    if (property && facts.properties.size > 0) {
      // A member that is either a string or an object of operators.
      const plain = facts.branches
        .map((branch) => finder.reader.facts(branch))
        .find(({ types }) => types.has("string"));
      const filter = plain && conditionOf(name, { facts: plain, parameter, finder });
      const operators = operatorsOf(parameter, property, [...at, name], facts.properties, finder);
      return filter ? [{ ...filter, at: [...at, name] }, ...operators] : operators;
    }
    if (facts.properties.size > 0 && isFilterName(name)) return filtersInside(parameter, [...at, name], facts, finder);
    const filter = conditionOf(name, { facts, parameter, finder });
    return filter ? [{ ...filter, at: [...at, name] }] : [];
  });
}

/** True for `filter`, `query` and names such as `state_filter`. */
function isFilterName(name: string): boolean {
  return FILTER_NAMES.has(foldName(name)) || nameWords(name).at(-1) === "filter";
}

const DEEPEST = 4;

function operatorsOf(
  parameter: Parameter,
  property: FoundProperty,
  at: readonly string[],
  members: ReadonlyMap<string, unknown>,
  finder: PropertyFinder,
): Filter[] {
  if (isObjectProperty(property) || finder.isHidden(property.place)) return [];
  const filters: Filter[] = [];
  for (const name of members.keys()) {
    const operator = BRACKET_OPERATORS.get(foldName(name));
    const schema = finder.reader.at(parameter.schema.json, [...at, name]);
    const facts = schema === undefined ? undefined : finder.reader.facts(schema);
    const isText = !TEXT.has(operator ?? "eq") && isNumberAsText(facts, property, finder);
    if (operator && facts && (isText || isComparable(facts, property, operator, finder))) {
      filters.push({ parameter, at: [...at, name], property: property.place, operator });
    }
  }
  return filters;
}
