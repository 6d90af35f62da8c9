import { coerceValue, ProblemError, schemaAt, validationProblem } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  isWriteOnlyAt,
  objectProperties,
  type RecordPlace,
  type Resource,
  type SchemaRegistry,
  type Selector,
} from "@onespec/spec-core";
import type { Condition } from "../store/record-store.js";

/**
 * Reads the conditions that a selector of a list sets. No record meets a condition of a body about a field that records do not have.
 * @param unknown takes the names of such fields @throws ProblemError where its text is none
 */
export function selectorReader(
  schemas: SchemaRegistry,
  resource: Resource,
  { parameter, kind, property }: Selector,
): (value: unknown, unknown: string[]) => readonly Condition[] {
  const refuse = (message: string): never => {
    const violation = { in: "query" as const, path: `/${parameter.name}`, message, keyword: "selector", params: {} };
    throw new ProblemError(validationProblem(400, [violation]));
  };
  /** The place of a field that clients name: `metadata.name`; `undefined`: records do not have it. */
  const knownPlace = (name: string): RecordPlace | undefined => {
    let json = resource.schema.json;
    const place: string[] = [];
    for (const word of name.split(".")) {
      const declared = objectProperties(schemas, json);
      const found = declared.get(word) ?? [...declared.values()].find((one) => foldName(one.name) === foldName(word));
      if (!found && declared.size > 0) return undefined;
      place.push(found?.name ?? word);
      json = found?.schema ?? true;
    }
    return isWriteOnlyAt(schemas, resource.schema.json, place) ? refuse(`names ${name}, which no answer shows`) : place;
  };
  const placeOf = (name: string): RecordPlace => knownPlace(name) ?? refuse(`names ${name}, which records do not have`);
  const coerced = (place: RecordPlace, value: unknown): unknown => {
    const json = schemaAt(schemas, resource.schema, place)?.json ?? true;
    return typeof value === "string" ? coerceValue(schemas, json, value) : value;
  };

  switch (kind) {
    case "pattern":
      return (value) => (typeof value === "string" && value !== "" ? patternConditions(property, value) : []);
    case "labels":
    case "fields":
      return (value) => {
        if (typeof value !== "string" || value.trim() === "") return [];
        return requirementsOf(value).map((text) => {
          const { key, operator, values } = parseRequirement(text) ?? refuse(`${text} is no requirement such as a=b`);
          const place = kind === "labels" ? [...property, key] : placeOf(key);
          const wanted = values.map((one) => (kind === "labels" ? one : coerced(place, one)));
          const isMany = operator === "in" || operator === "nin";
          return {
            property: place,
            operator,
            value: operator === "exists" ? values.length > 0 : isMany ? wanted : wanted[0],
          };
        });
      };
    case "conditions":
      return (value, unknown) => (value === undefined ? [] : readConditions(value, unknown));
  }

  function readConditions(value: unknown, unknown: string[]): readonly Condition[] {
    if (Array.isArray(value)) return value.flatMap((one) => readConditions(one, unknown));
    if (!isObject(value)) return [];
    const member = (names: readonly string[]): unknown =>
      Object.entries(value).find(([name]) => names.includes(foldName(name)))?.[1];
    const sent = member(["operator", "op", "comparison"]);
    const field = member(["field", "property", "propertyname", "attribute", "fieldname"]);
    const operand = member(["value", "values"]);
    if (typeof field !== "string") {
      const parts = member(["value", "values", "filters", "conditions", "rules", "and"]);
      if (typeof sent === "string" && /^(?:or|not|any|none)$/i.test(sent) && Array.isArray(parts) && parts.length > 1)
        return refuse(`combines conditions by ${sent}; send one, or several by AND`);
      return readConditions(parts, unknown);
    }
    const operator = sent === undefined ? "eq" : OPERATORS.get(String(sent).toLowerCase());
    if (!operator)
      return refuse(`has the operator ${JSON.stringify(sent)}; known are ${[...OPERATORS.keys()].join(", ")}`);
    const place = knownPlace(field);
    if (!place) {
      unknown.push(field);
      return [{ property: [field], operator: "in", value: [] }];
    }
    const isMany = operator === "in" || operator === "nin";
    const values = [operand].flat().map((one) => coerced(place, one));
    const isList = Array.isArray(operand) || isMany;
    return [
      {
        property: place,
        operator: isList && operator === "eq" ? "in" : isList && operator === "ne" ? "nin" : operator,
        value: isList ? values : operator === "exists" ? operand !== false : values[0],
      },
    ];
  }
}

/** A text with `%` or `*` for any characters; without one it may stand anywhere. */
function patternConditions(property: RecordPlace, pattern: string): readonly Condition[] {
  const parts = pattern.split(/[%*]+/);
  if (parts.length === 1) return [{ property, operator: "contains", value: pattern }];
  return parts.flatMap((value, index): Condition[] => {
    if (value === "") return [];
    const operator = index === 0 ? "startsWith" : index === parts.length - 1 ? "endsWith" : "contains";
    return [{ property, operator, value }];
  });
}

/** Splits at commas outside of parentheses. */
function requirementsOf(selector: string): readonly string[] {
  return selector
    .split(/,(?![^()]*\))/)
    .map((text) => text.trim())
    .filter((text) => text !== "");
}

interface Requirement {
  readonly key: string;
  readonly operator: "eq" | "ne" | "in" | "nin" | "exists";
  /** Of `exists`: none where the key must not be there. */
  readonly values: readonly string[];
}

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors */
function parseRequirement(text: string): Requirement | undefined {
  const [, set, word, list] = /^([^\s=!(),]+)\s+(in|notin)\s*\(([^()]*)\)$/.exec(text) ?? [];
  if (set !== undefined)
    return {
      key: set,
      operator: word === "in" ? "in" : "nin",
      values: (list ?? "").split(",").map((one) => one.trim()),
    };
  const [, key, sign, value] = /^([^\s=!(),]+)\s*(==?|!=)\s*([^\s=!(),]*)$/.exec(text) ?? [];
  if (key !== undefined) return { key, operator: sign === "!=" ? "ne" : "eq", values: [value ?? ""] };
  const [, not, bare] = /^(!?)\s*([^\s=!(),]+)$/.exec(text) ?? [];
  return bare === undefined ? undefined : { key: bare, operator: "exists", values: not ? [] : [bare] };
}

const OPERATORS: ReadonlyMap<string, Condition["operator"]> = new Map<string, Condition["operator"]>([
  ...spelt("eq", ["=", "==", "eq", "equals", "is"]),
  ...spelt("ne", ["!=", "<>", "ne", "neq", "not_equals", "is_not"]),
  ...spelt("in", ["in", "any_of"]),
  ...spelt("nin", ["nin", "not_in", "none_of"]),
  ...spelt("gt", [">", "gt", "greater_than"]),
  ...spelt("gte", [">=", "gte", "ge"]),
  ...spelt("lt", ["<", "lt", "less_than"]),
  ...spelt("lte", ["<=", "lte", "le"]),
  ...spelt("contains", ["~", "contains", "like", "includes", "contains_token"]),
  ...spelt("startsWith", ["^", "starts_with", "startswith", "prefix"]),
  ...spelt("endsWith", ["$", "ends_with", "endswith", "suffix"]),
  ...spelt("exists", ["exists", "has_property", "is_known"]),
]);

function spelt(operator: Condition["operator"], words: readonly string[]): [string, Condition["operator"]][] {
  return words.map((word) => [word, operator]);
}
