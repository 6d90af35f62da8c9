import type { Parameter } from "../../model/api-description.js";
import type { FilterOperator } from "../../model/list-convention.js";
import { foldName } from "../../words/fold-name.js";
import { nounForms } from "../../words/same-noun.js";
import { type FoundProperty, isObjectProperty, type PropertyFinder } from "../shapes/property-finder.js";
import type { SchemaFacts } from "../shapes/schema-reader.js";
import { isComparable, TEXT } from "./filter-operators.js";

/** A property of the records, and how it is compared. */
export interface Condition {
  readonly property: FoundProperty;
  readonly operator: FilterOperator;
}

/** A parameter, or a member of an object parameter, and the finder for the records' properties. */
export interface Asked {
  /** Facts about the parameter's values. */
  readonly facts: SchemaFacts;
  readonly parameter: Parameter;
  readonly finder: PropertyFinder;
}

/** The condition that a parameter sets on a property. `undefined` if the operator cannot compare their values. */
export function condition(
  property: FoundProperty | undefined,
  operator: FilterOperator | undefined,
  asked: Asked,
): Condition | undefined {
  const { facts, finder } = asked;
  if (!property || !operator) return undefined;
  if (isObjectProperty(property)) {
    // `domains=a.com` for `domains: [{ id, domain }]`.
    const called = nounForms(foldName(property.place.at(-1) ?? "")).map((form) => finder.inside(property, form));
    const own = called.find((one) => one && !isObjectProperty(one) && one.facts.types.has("string"));
    if (own) return condition(own, operator, asked);
    const id = finder.idInside(property);
    const isNamed = isNumberAsText(facts, id ?? property, finder);
    return condition(isNamed ? finder.nameInside(property) : id, operator, asked);
  }
  const fitting =
    facts.types.has("array") && operator === "eq"
      ? "in"
      : facts.types.has("array") && operator === "ne"
        ? "nin"
        : operator;
  // Some generators declare every parameter as a string: `site_id` for a number.
  const isIdAsText = /ids?$/i.test(property.place.at(-1) ?? "") && isNumberAsText(facts, property, finder);
  const isMeant = (isIdAsText && !TEXT.has(fitting)) || isComparable(facts, property, fitting, finder);
  return isMeant ? { property, operator: fitting } : undefined;
}

/**
 * True if the parameter is a string and the property a number. Some APIs declare the same operators, with strings, for
 * every property: `weight[$gt]=12`.
 */
export function isNumberAsText(
  facts: SchemaFacts | undefined,
  { facts: kept }: FoundProperty,
  finder: PropertyFinder,
): boolean {
  const value = facts?.items === undefined ? facts : finder.reader.facts(facts.items);
  const isNumber = kept.types.has("number") || kept.types.has("integer");
  return value?.types.has("string") === true && value.values === undefined && isNumber;
}
