import { isObject, type RecordPlace, type Resource, type SchemaRegistry, type Selector } from "@onespec/spec-core";
import type { Condition } from "../lists/meets-conditions.js";
import { ProblemError } from "../model/problem.js";
import { validationProblem } from "../model/request-violation.js";
import { BodyConditions, patternConditions } from "./body-conditions.js";
import { parseFilterExpression } from "./filter-expression.js";
import { parseRequirement, requirementsOf } from "./label-requirements.js";
import { type RecordFields, recordFields } from "./record-fields.js";

/** Characters of the longest filter expression that is read. */
const LONGEST = 8192;

type Refuse = (message: string) => never;

/**
 * Reads the conditions of a list's selector. If a condition in a body is about a field that records do not have, no
 * record matches.
 * @param unknown receives the names of such fields
 * @throws ProblemError if the selector cannot be parsed
 */
export function selectorReader(
  schemas: SchemaRegistry,
  resource: Resource,
  { parameter, kind, property }: Selector,
): (value: unknown, unknown: string[]) => readonly Condition[] {
  const refuse: Refuse = (message) => {
    const violation = { in: "query" as const, path: `/${parameter.name}`, message, keyword: "selector", params: {} };
    throw new ProblemError(validationProblem(400, [violation]));
  };
  const fields = recordFields(schemas, resource, parameter);
  switch (kind) {
    case "pattern":
      return (value) => (typeof value === "string" && value !== "" ? patternConditions(property, value) : []);
    case "entries":
      return (value) =>
        Object.entries(isObject(value) ? value : {}).map(([name, wanted]) => {
          const place = [...property, name];
          return { property: place, operator: "eq", value: fields.coerced(place, wanted) };
        });
    case "labels":
      return (value) =>
        requirementConditions(
          value,
          refuse,
          (key) => [...property, key],
          (_, text) => text,
        );
    case "fields":
      return (value) => requirementConditions(value, refuse, (key) => shownPlace(fields, key, refuse), fields.coerced);
    case "conditions":
      return (value, unknown) => {
        if (value === undefined) return [];
        const conditions = new BodyConditions(resource, fields, refuse);
        const found = conditions.read(value);
        unknown.push(...conditions.unknown, ...(found ? [] : [parameter.name]));
        return found ?? [];
      };
    case "expression":
      return (value, unknown) => {
        const text = isObject(value) ? JSON.stringify(value) : value;
        if (typeof text !== "string" || text.trim() === "") return [];
        if (text.length > LONGEST) return refuse(`is longer than ${LONGEST} characters; send a shorter filter`);
        const found = parseFilterExpression(text);
        if (found === "or") return refuse("combines conditions by or; send one, or several that are all to hold");
        const conditions = new BodyConditions(resource, fields, refuse);
        const read = found && conditions.readAll(found);
        unknown.push(...conditions.unknown, ...(read ? [] : [parameter.name]));
        return read ?? [];
      };
  }
}

/** The conditions of `a=b,c in (d,e)`, a selector of Kubernetes. */
function requirementConditions(
  value: unknown,
  refuse: Refuse,
  placeOf: (key: string) => RecordPlace,
  coerced: (place: RecordPlace, text: string) => unknown,
): readonly Condition[] {
  if (typeof value !== "string" || value.trim() === "") return [];
  return requirementsOf(value).map((text) => {
    const { key, operator, values } = parseRequirement(text) ?? refuse(`${text} is no requirement such as a=b`);
    const property = placeOf(key);
    if (operator === "exists") return { property, operator, value: values.length > 0 };
    const wanted = values.map((one) => coerced(property, one));
    return { property, operator, value: operator === "in" || operator === "nin" ? wanted : wanted[0] };
  });
}

function shownPlace(fields: RecordFields, name: string, refuse: Refuse): RecordPlace {
  const place = fields.placeOf(name) ?? refuse(`names ${name}, which records do not have`);
  return fields.isHidden(place) ? refuse(`names ${name}, which no answer shows`) : place;
}
