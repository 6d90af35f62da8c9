import { foldName, isObject, type RecordPlace, type Resource } from "@onespec/spec-core";
import type { Condition } from "../lists/meets-conditions.js";
import { ABSENCES, OPERATORS, operatorWord } from "./operator-words.js";
import type { RecordFields } from "./record-fields.js";

type Operator = Condition["operator"];
type Members = Readonly<Record<string, unknown>>;

/** Lists of conditions: all must be true, one must be true, none may be true. */
const CLAUSES = ["must", "should", "must_not"];
const GROUPS = ["filters", "conditions", "rules", "queries"];

const OPPOSITES: ReadonlyMap<Operator, Operator> = new Map<Operator, Operator>([
  ["eq", "ne"],
  ["ne", "eq"],
  ["in", "nin"],
  ["nin", "in"],
  ["contains", "ncontains"],
]);

/**
 * Reads the conditions in a body. They are objects with a field, an operator and a value, in the notations of search
 * operations.
 */
export class BodyConditions {
  /** Fields that records do not have. No record meets a condition on them. */
  readonly unknown: string[] = [];
  readonly #id: RecordPlace | undefined;
  readonly #fields: RecordFields;
  readonly #refuse: (message: string) => never;

  constructor(resource: Resource, fields: RecordFields, refuse: (message: string) => never) {
    this.#id = resource.id.property;
    this.#fields = fields;
    this.#refuse = refuse;
  }

  /** @returns `undefined` if a part is not understood. The other parts alone would select too many records. */
  read(value: unknown): readonly Condition[] | undefined {
    return isObject(value) && isClauses(value) ? this.#readClauses(value) : this.readAll(value);
  }

  /** Reads one condition, or several that must all be true. */
  readAll(value: unknown): readonly Condition[] {
    if (Array.isArray(value))
      return value.every(isGroup) ? this.#anyOf(value) : value.flatMap((one) => this.readAll(one));
    if (!isObject(value)) return [];
    const field = member(value, ["field", "property", "propertyname", "attribute", "fieldname", "key"]);
    return typeof field === "string" ? this.#readTest(field, value) : this.#readGroup(value);
  }

  /** `{ must: [...], must_not: [...] }` of vector stores and search engines. */
  #readClauses(clauses: Members): readonly Condition[] | undefined {
    const listOf = (name: string): readonly unknown[] => [clauses[name] ?? []].flat();
    const others = Object.keys(clauses).filter((name) => !CLAUSES.includes(name) && (clauses[name] ?? null) !== null);
    if (listOf("should").length > 1 || others.length > 0) return undefined;
    const wanted = [...listOf("must"), ...listOf("should")].map((one) => this.#readClause(one));
    const unwanted = listOf("must_not").map((one) => opposite(this.#readClause(one)));
    const all = [...wanted, ...unwanted];
    return all.every((one) => one !== undefined) ? all.flat() : undefined;
  }

  #readClause(clause: unknown): readonly Condition[] | undefined {
    if (!isObject(clause)) return undefined;
    if (isClauses(clause)) return this.#readClauses(clause);
    const property = this.#id;
    if (Array.isArray(clause.has_id) && property) {
      const value = clause.has_id.map((one) => this.#fields.coerced(property, one));
      return [{ property, operator: "in", value }];
    }
    const tests = clause.match ?? clause.range;
    const isKnown =
      isObject(tests) && Object.keys(tests).every((name) => name === "value" || OPERATORS.has(operatorWord(name)));
    return isKnown && typeof clause.key === "string" ? this.#readTests(clause.key, tests) : undefined;
  }

  /** `{ key: "city", match: { value: "Berlin" } }`, `{ key: "size", range: { gte: 3 } }`. */
  #readTests(field: string, tests: Members): readonly Condition[] {
    return Object.entries(tests)
      .filter(([, value]) => value !== null && value !== undefined)
      .flatMap(([operator, value]) =>
        this.#readTest(field, { operator: operator === "value" ? "eq" : operator, value }),
      );
  }

  /** `{ operator: "AND", value: [...] }`, `{ and: [...] }`, `{ filters: [...] }`. */
  #readGroup(group: Members): readonly Condition[] {
    const sent = sentOperator(group);
    const parts = member(group, ["value", "values", "and", ...GROUPS]);
    const [only, ...more] = Array.isArray(parts) && group.type === "not" ? parts : [];
    const without = more.length === 0 && only !== undefined ? opposite(this.readAll(only)) : undefined;
    if (without) return without;
    const word = typeof sent === "string" && Array.isArray(parts) && parts.length > 1 ? sent.toLowerCase() : "";
    if (word === "not" || word === "none" || group.type === "not")
      return this.#refuse(`combines conditions by ${sent}; send one, or several by AND or OR`);
    return Array.isArray(parts) && (word === "or" || word === "any") ? this.#anyOf(parts) : this.readAll(parts);
  }

  #readTest(field: string, test: Members): readonly Condition[] {
    const sent = sentOperator(test);
    const operand = member(test, ["value", "values"]);
    const word = operatorWord(String(sent ?? "eq"));
    const range = member(test, ["parameters", "range"]);
    if (word === "range" && isObject(range)) return this.#readTests(field, range);
    if (word === "between") {
      const bounds = [operand, member(test, ["highvalue", "upper", "to", "end"]) ?? []].flat();
      if (bounds.length === 2)
        return ["gte", "lte"].flatMap((operator, index) => this.#readTest(field, { operator, value: bounds[index] }));
    }
    const isAbsence = ABSENCES.has(word);
    const operator = isAbsence ? "exists" : OPERATORS.get(word);
    if (!operator)
      return this.#refuse(`has the operator ${JSON.stringify(sent)}; known are ${[...OPERATORS.keys()].join(", ")}`);
    const own = this.#fields.placeOf(field);
    const named = own ? undefined : this.#fields.filterOf(field);
    const place = own ?? named?.property;
    if (place && this.#fields.isHidden(place)) return this.#refuse(`names ${field}, which no answer shows`);
    if (place && sent === "==" && typeof operand === "string" && operand.includes("*"))
      return patternConditions(place, operand);
    const meant = operator === "eq" && named && named.operator !== "in" ? named.operator : operator;
    if (place) return [this.#condition(place, meant, operand, isAbsence)];
    const labels = operator === "eq" ? this.#fields.labelsPlaceOf(field) : undefined;
    if (labels && !this.#fields.isHidden(labels)) return [operand].flat().map((one) => labelCondition(labels, one));
    this.unknown.push(field);
    return [{ property: [field], operator: "in", value: [] }];
  }

  #condition(property: RecordPlace, operator: Operator, operand: unknown, isAbsence: boolean): Condition {
    if (operator === "exists") return { property, operator, value: (operand !== false) !== isAbsence };
    const values = [operand].flat().map((one) => this.#fields.coerced(property, one));
    if (operator === "in" || operator === "nin") return { property, operator, value: values };
    if (!Array.isArray(operand)) return { property, operator, value: values[0] };
    const many = operator === "eq" ? "in" : operator === "ne" ? "nin" : operator;
    return { property, operator: many, value: values };
  }

  #anyOf(parts: readonly unknown[]): readonly Condition[] {
    const lists = parts.map((part) => this.readAll(part));
    return lists.length > 1 ? [{ property: [], operator: "anyOf", value: lists }] : lists.flat();
  }
}

function member(value: Members, names: readonly string[]): unknown {
  return Object.entries(value).find(([name]) => names.includes(foldName(name)))?.[1];
}

/** `operator`, or a `type` that is the word for one: `{ type: "contains", field: "name", value: "a" }`. */
function sentOperator(value: Members): unknown {
  const { type } = value;
  const isOperator =
    typeof type === "string" && type !== "text" && (type === "range" || OPERATORS.has(operatorWord(type)));
  return member(value, ["operator", "op", "comparison"]) ?? (isOperator ? type : undefined);
}

/** The opposite of a condition. `undefined` for several conditions, and if the opposite has no operator. */
function opposite([condition, ...more]: readonly Condition[] = []): readonly Condition[] | undefined {
  const operator = condition && OPPOSITES.get(condition.operator);
  return condition && operator && more.length === 0 ? [{ ...condition, operator }] : undefined;
}

/** `key=value`, or the key alone. */
function labelCondition(labels: RecordPlace, text: unknown): Condition {
  const [, key = "", value] = /^([^=]*)=?(.*)$/s.exec(String(text)) ?? [];
  const property = [...labels, key];
  return value ? { property, operator: "eq", value } : { property, operator: "exists", value: true };
}

/**
 * True for `{ filters: [...] }`. If all of several groups had to be true, one group would be enough; so one of them
 * must be true.
 */
function isGroup(value: unknown): boolean {
  if (!isObject(value)) return false;
  const names = Object.keys(value);
  return names.length === 1 && GROUPS.includes(foldName(names[0] ?? "")) && Object.values(value).every(Array.isArray);
}

function isClauses(value: Members): boolean {
  return CLAUSES.some((name) => Object.hasOwn(value, name));
}

/** Conditions for a text with `%` or `*` as wildcards. Without wildcards the text may be anywhere in the value. */
export function patternConditions(property: RecordPlace, pattern: string): readonly Condition[] {
  const parts = pattern.split(/[%*]+/);
  if (parts.length === 1) return [{ property, operator: "contains", value: pattern }];
  return parts.flatMap((value, index): Condition[] => {
    if (value === "") return [];
    const operator = index === 0 ? "startsWith" : index === parts.length - 1 ? "endsWith" : "contains";
    return [{ property, operator, value }];
  });
}
