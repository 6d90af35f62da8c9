import { coerceValue, ProblemError, schemaAt, validationProblem } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  isWriteOnlyAt,
  type JsonSchema,
  type ObjectProperty,
  objectProperties,
  type RecordPlace,
  type Resource,
  type SchemaRegistry,
  type Selector,
  schemaShape,
} from "@onespec/spec-core";
import { pathNoun } from "../../model/path-words.js";
import { propertiesOf } from "../../model/schema-questions.js";
import type { Condition } from "../../store/record-store.js";
import { parseFilterExpression } from "./filter-expression.js";
import { parseRequirement, requirementsOf } from "./label-requirements.js";
import { ABSENCES, OPERATORS, operatorWord } from "./operator-words.js";

/** Characters of the longest filter expression that is read. */
const LONGEST = 8192;

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
  const properties = objectProperties(schemas, resource.schema.json);
  const knownPlace = (name: string): RecordPlace | undefined => {
    const [first = "", ...rest] = name.split(".");
    // `users.email` of SQL
    const isTable = rest.length > 0 && !properties.has(first) && first === pathNoun(resource.collectionPath);
    const words = isTable ? rest : [first, ...rest];
    const start = holderOf(schemas, resource, words[0] ?? "");
    let json = schemaAt(schemas, resource.schema, start)?.json ?? true;
    const place = [...start];
    for (const word of words) {
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
    case "entries":
      return (value) =>
        Object.entries(isObject(value) ? value : {}).map(([name, wanted]) => {
          const place = [...property, name];
          return { property: place, operator: "eq", value: coerced(place, wanted) };
        });
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
      return (value, unknown) => {
        if (value === undefined) return [];
        const found =
          isObject(value) && isClauses(value) ? readClauses(value, unknown) : readConditions(value, unknown);
        // A part of a filter alone would select more than the client means.
        if (!found) unknown.push(parameter.name);
        return found ?? [];
      };
    case "expression":
      return (value, unknown) => {
        const text = isObject(value) ? JSON.stringify(value) : value;
        if (typeof text !== "string" || text.trim() === "") return [];
        if (text.length > LONGEST) return refuse(`is longer than ${LONGEST} characters; send a shorter filter`);
        const found = parseFilterExpression(text);
        if (found === "or") return refuse("combines conditions by or; send one, or several that are all to hold");
        if (found) return readConditions(found, unknown);
        unknown.push(parameter.name);
        return [];
      };
  }

  /** `{ must: [...], must_not: [...] }` of vector stores and search engines; `undefined`: not all of it is understood. */
  function readClauses(
    clauses: Readonly<Record<string, unknown>>,
    unknown: string[],
  ): readonly Condition[] | undefined {
    const listOf = (name: string): readonly unknown[] => [clauses[name] ?? []].flat();
    const others = Object.keys(clauses).filter((name) => !CLAUSES.includes(name) && (clauses[name] ?? null) !== null);
    if (listOf("should").length > 1 || others.length > 0) return undefined;
    const wanted = [...listOf("must"), ...listOf("should")].map((one) => readClause(one, unknown));
    const unwanted = listOf("must_not").map((one) => {
      const [condition, ...more] = readClause(one, unknown) ?? [];
      const operator = condition && OPPOSITES.get(condition.operator);
      return condition && operator && more.length === 0 ? [{ ...condition, operator }] : undefined;
    });
    const all = [...wanted, ...unwanted];
    return all.every((one) => one !== undefined) ? all.flat() : undefined;
  }

  function readClause(clause: unknown, unknown: string[]): readonly Condition[] | undefined {
    if (!isObject(clause)) return undefined;
    if (isClauses(clause)) return readClauses(clause, unknown);
    const { property } = resource.id;
    if (Array.isArray(clause.has_id) && property)
      return [{ property, operator: "in", value: clause.has_id.map((one) => coerced(property, one)) }];
    const tests = clause.match ?? clause.range;
    const isKnown =
      isObject(tests) && Object.keys(tests).every((name) => name === "value" || OPERATORS.has(operatorWord(name)));
    return isKnown && typeof clause.key === "string" ? readTests(clause.key, tests, unknown) : undefined;
  }

  /** `{ key: "city", match: { value: "Berlin" } }`, `{ key: "size", range: { gte: 3 } }`. */
  function readTests(field: string, tests: Readonly<Record<string, unknown>>, unknown: string[]): readonly Condition[] {
    return Object.entries(tests)
      .filter(([, value]) => value !== null && value !== undefined)
      .flatMap(([operator, value]) =>
        readConditions({ field, operator: operator === "value" ? "eq" : operator, value }, unknown),
      );
  }

  function readConditions(value: unknown, unknown: string[]): readonly Condition[] {
    if (Array.isArray(value))
      return value.every(isGroup) ? anyOf(value, unknown) : value.flatMap((one) => readConditions(one, unknown));
    if (!isObject(value)) return [];
    const member = (names: readonly string[]): unknown =>
      Object.entries(value).find(([name]) => names.includes(foldName(name)))?.[1];
    const sent = member(["operator", "op", "comparison"]);
    const field = member(["field", "property", "propertyname", "attribute", "fieldname", "key"]);
    const operand = member(["value", "values"]);
    if (typeof field !== "string") {
      const parts = member(["value", "values", "and", ...GROUPS]);
      const word = typeof sent === "string" && Array.isArray(parts) && parts.length > 1 ? sent.toLowerCase() : "";
      if (word === "not" || word === "none")
        return refuse(`combines conditions by ${sent}; send one, or several by AND or OR`);
      return word === "or" || word === "any"
        ? anyOf(parts as readonly unknown[], unknown)
        : readConditions(parts, unknown);
    }
    const word = operatorWord(String(sent ?? "eq"));
    const asked = word === "between" ? [operand, member(["highvalue", "upper", "to", "end"]) ?? []].flat() : [];
    if (asked.length === 2)
      return ["gte", "lte"].flatMap((operator, index) =>
        readConditions({ field, operator, value: asked[index] }, unknown),
      );
    const isAbsence = ABSENCES.has(word);
    const operator = isAbsence ? "exists" : OPERATORS.get(word);
    if (!operator)
      return refuse(`has the operator ${JSON.stringify(sent)}; known are ${[...OPERATORS.keys()].join(", ")}`);
    const place = knownPlace(field);
    const labels = place ? undefined : labelsPlace(schemas, resource.schema.json, field);
    if (labels && operator === "eq" && !isWriteOnlyAt(schemas, resource.schema.json, labels))
      return [operand].flat().map((one) => {
        const [, key = "", value] = /^([^=]*)=?(.*)$/s.exec(String(one)) ?? [];
        return value
          ? { property: [...labels, key], operator: "eq", value }
          : { property: [...labels, key], operator: "exists", value: true };
      });
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
        value: isList ? values : operator === "exists" ? (operand !== false) !== isAbsence : values[0],
      },
    ];
  }

  function anyOf(parts: readonly unknown[], unknown: string[]): readonly Condition[] {
    const lists = parts.map((part) => readConditions(part, unknown));
    return lists.length > 1 ? [{ property: [], operator: "anyOf", value: lists }] : lists.flat();
  }
}

/** `{ filters: [...] }`: several of them would say no more than one if all were to hold, so that one of them is to. */
function isGroup(value: unknown): boolean {
  if (!isObject(value)) return false;
  const names = Object.keys(value);
  return names.length === 1 && GROUPS.includes(foldName(names[0] ?? "")) && Object.values(value).every(Array.isArray);
}

const GROUPS = ["filters", "conditions", "rules"];

function isClauses(value: Readonly<Record<string, unknown>>): boolean {
  return CLAUSES.some((name) => Object.hasOwn(value, name));
}

const OPPOSITES: ReadonlyMap<Condition["operator"], Condition["operator"]> = new Map<
  Condition["operator"],
  Condition["operator"]
>([
  ["eq", "ne"],
  ["ne", "eq"],
  ["in", "nin"],
  ["nin", "in"],
  ["contains", "ncontains"],
]);

/** The place of a field that clients name, where the record has it, or an object that takes any. */
export function openPlace(
  schemas: SchemaRegistry,
  resource: Resource,
  words: readonly string[],
): RecordPlace | undefined {
  const holder = holderOf(schemas, resource, words[0] ?? "");
  return holder.length > 0 ? [...holder, ...words] : undefined;
}

/** The object of a record that holds a field: the record, its `attributes` (JSON:API), or an object of whatever clients store. */
function holderOf(schemas: SchemaRegistry, { schema }: Resource, name: string): RecordPlace {
  const declared = objectProperties(schemas, schema.json);
  const holds = (properties: typeof declared): boolean =>
    properties.has(name) || [...properties.values()].some((one) => foldName(one.name) === foldName(name));
  if (holds(declared)) return [];
  const inner = declared.get("attributes");
  if (inner && holds(objectProperties(schemas, inner.schema))) return ["attributes"];
  const open = OPEN_OBJECTS.find((one) => {
    const property = declared.get(one);
    const shape = property && schemaShape(schemas, property.schema);
    return shape?.types.has("object") && shape.properties.size === 0;
  });
  return open === undefined ? [] : [open];
}

/** The `labels` that `label: "key=value"` is about: a map of texts in a record, or in one of its objects. */
function labelsPlace(schemas: SchemaRegistry, record: JsonSchema, field: string, depth = 0): RecordPlace | undefined {
  const properties = propertiesOf(schemas, record);
  const isLabels = ({ name, schema }: ObjectProperty): boolean => {
    const { types, properties: inner } = schemaShape(schemas, schema);
    return foldName(name) === `${foldName(field)}s` && types.has("object") && inner.size === 0;
  };
  const own = properties.find(isLabels);
  if (own ?? depth > 0) return own && [own.name];
  for (const { name, schema } of properties) {
    const inner = labelsPlace(schemas, schema, field, depth + 1);
    if (inner) return [name, ...inner];
  }
  return undefined;
}

/** Names of objects that hold what clients like. */
const OPEN_OBJECTS = ["payload", "metadata", "attributes", "properties", "fields"];

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

/** Lists of conditions that are all to hold, of which one is to hold, and of which none is to hold. */
const CLAUSES = ["must", "should", "must_not"];
