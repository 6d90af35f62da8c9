import { ValidationError } from "../errors.js";
import { isPlainObject } from "../is-plain-object.js";
import type { ListSpec, Place, ResourceSpec } from "../resource-spec.js";
import type { SchemaData } from "../schema-data.js";
import { compile } from "../validate/compile.js";
import { fail, type Issue, thereAre } from "../validate/issue.js";
import { formatName } from "../validate/keyword.js";
import { targetOf, typesOf } from "../validate/types-of.js";
import { compareInstants, comparisonOf } from "./compared-as.js";
import { type Condition, type Operator, SPELLINGS } from "./condition.js";
import { fieldAt, fieldsOf, formatOf } from "./fields.js";
import { listParameter } from "./list-call.js";

/**
 * Parses criteria such as `{ age: { ">": 18 }, or: [{ name: "a" }, { name: "b" }] }` and validates them against the schema of the record.
 * @param before conditions that must hold as well
 * @throws ValidationError that lists all unknown fields, unknown operators and values of a wrong type
 */
export function parseWhere(
  where: unknown,
  { schema, name: resource, list }: ResourceSpec,
  before?: Condition,
): Condition | undefined {
  const issues: Issue[] = [];
  /** Reports an issue. The wrong part adds no condition. */
  const wrong = (path: string, message: string, keyword = "type"): never[] => {
    fail(issues, path, keyword, message);
    return [];
  };

  const parseGroup = (group: unknown, path: string): Condition => {
    const entries = isPlainObject(group) ? Object.entries(group) : wrong(path, "must be an object");
    const of = entries.flatMap(([name, value]): readonly Condition[] => {
      const here = `${path}/${name}`;
      const place = name.split(".");
      const field = fieldAt(schema, place);
      if (value === undefined) return [];
      // `and`, `or` and `not` also work if the record has undeclared properties.
      if (field !== undefined && (field !== true || !/^(and|or|not)$/.test(name)))
        return parseTests(place, field, value, here);
      if (name === "not") return [{ kind: name, of: parseGroup(value, here) }];
      if (name !== "and" && name !== "or") return wrong(here, unknownField(name, schema, list), "unknown");
      if (!Array.isArray(value)) return wrong(here, "must be a list");
      return [{ kind: name, of: value.map((item, at) => parseGroup(item, `${here}/${at}`)) }];
    });
    const [only] = of;
    return only && of.length === 1 ? only : { kind: "and", of };
  };

  const parseTests = (property: Place, field: SchemaData, value: unknown, path: string): readonly Condition[] => {
    const test = (operator: Operator, operand: unknown, here: string): Condition => {
      const plain = plainly(operand, field);
      checkOperand(field, operator, plain, here);
      return { kind: "test", property, operator, value: plain };
    };
    if (!isPlainObject(value)) return [test(Array.isArray(value) ? "in" : "=", value, path)];
    return Object.entries(value).flatMap(([spelling, operand]): Condition | readonly Condition[] => {
      const here = `${path}/${spelling}`;
      const operator = SPELLINGS.get(spelling);
      if (operand === undefined) return [];
      if (operator) return test(operator === "!=" && Array.isArray(operand) ? "nin" : operator, operand, here);
      if (spelling !== "between")
        return wrong(here, `is not an operator${thereAre([...new Set(SPELLINGS.values()), "between"])}`, "operator");
      if (!Array.isArray(operand) || operand.length !== 2) return wrong(here, "must be a list of two");
      return ([">=", "<="] as const).map((bound, at) => test(bound, operand[at], `${here}/${at}`));
    });
  };

  const checkOperand = (field: SchemaData, operator: Operator, value: unknown, path: string): void => {
    const types = typesOf(field);
    const may = (...some: readonly string[]): boolean => types.size === 0 || some.some((one) => types.has(one));
    const among = [...types].join(" or ") || "a number or a text";
    const type = typeof value;
    if (/^n?in$/.test(operator)) {
      if (!Array.isArray(value)) wrong(path, "must be a list");
      else for (const [at, item] of value.entries()) checkValue(field, item, `${path}/${at}`, issues);
    } else if (operator === "exists") {
      if (type !== "boolean") wrong(path, "must be true or false");
    } else if (/^[<>]/.test(operator)) {
      const fits = type === "string" ? may(type) : /^(number|bigint)$/.test(type) && may("number", "integer");
      if (!fits && !isOtherSpelling(field, value)) wrong(path, `must be ${among}, as the field is`);
    } else if (/contains|With|like/i.test(operator)) {
      const inList = /^(contains|notContains)$/.test(operator) && may("array");
      if (!inList && !may("string")) wrong(path, `works on text: the field is ${among}`);
      else if (!inList && type !== "string") wrong(path, "must be a text");
      else if (value === "") wrong(path, "must not be empty", "minLength");
    } else checkValue(field, value, path, issues);
  };

  const condition = parseGroup(where, "");
  if (issues.length > 0) throw new ValidationError(issues, `${resource}.find`);
  if (condition.kind === "and" && condition.of.length === 0) return before;
  return before ? { kind: "and", of: [before, condition] } : condition;
}

/** True for digits in a text if the field is a number, and for decimals, which are texts. */
function isOtherSpelling(field: SchemaData, value: unknown): boolean {
  return (
    (typeof value === "string" || typesOf(field).has("string")) && Number.isInteger(comparisonOf(field)?.(value, 0))
  );
}

const INSTANT = /^\d{4}-\d\d-\d\d[t\s]\d\d:\d\d:\d\d/i;

/** Checks that the field, or an element of it, can have the value. */
function checkValue(field: SchemaData, value: unknown, path: string, issues: Issue[]): void {
  if (value === null || isOtherSpelling(field, value)) return;
  if (comparisonOf(field) === compareInstants && typeof value === "string" && !INSTANT.test(value))
    fail(issues, path, "format", "must be a date and time", value, "date-time");
  const check = compile(field, "response");
  const target = targetOf(field);
  const items =
    typeof target === "object" && !Array.isArray(value) && typesOf(field).has("array") ? target.items : undefined;
  if (items === undefined) check(value, path, issues);
  else if (!check(value, path)) compile(items, "response")(value, path, issues);
}

function unknownField(name: string, schema: SchemaData, list: ListSpec | undefined): string {
  if (list && listParameter(list, name))
    return `is a parameter and not a field: .params({ ${JSON.stringify(name)}: … })`;
  return `is not a field${thereAre(fieldsOf(schema).keys())}`;
}

/** Converts dates to text. If the field is a date, midnight becomes the day. Texts then compare as times. */
function plainly(value: unknown, field: SchemaData): unknown {
  if (Array.isArray(value)) return value.map((one) => plainly(one, field));
  if (!(value instanceof Date)) return value;
  const isDay = formatName({ format: formatOf(field) }) === "date";
  return value.toISOString().replace(isDay ? "T00:00:00.000Z" : "", "");
}
