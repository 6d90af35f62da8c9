import type { ErrorObject } from "ajv";
import { findEqualItems } from "../../json/equal-items.js";
import { joinPointer } from "../../json/json-pointer.js";
import { PlaceOrder } from "../../json/place-order.js";
import { nearestName } from "../../words/nearest-name.js";
import type { SchemaViolation } from "../schema.js";
import type { CheckedSchema } from "../views/checked-schema.js";
import { violationMessage } from "./violation-message.js";

/** Maximum number of reported violations of one value. */
const MOST_VIOLATIONS = 100;

type Params = Readonly<Record<string, unknown>>;

interface Finding {
  readonly violation: SchemaViolation;
  /** The place of the checked value. For a missing property, it is the place of the object around it. */
  readonly at: string;
  readonly schemaPath: string;
}

/**
 * Converts ajv's errors into violations for people, at most 100, in the order of the data. Of several alternatives,
 * only the closest one is explained. Violations that only follow from others are omitted.
 * @param unitName returns the name of the schema behind an `x-reference` or `x-alternative`
 */
export function toViolations(
  errors: readonly ErrorObject[],
  value: unknown,
  unitName: (key: string) => string | undefined,
): readonly SchemaViolation[] {
  const found: Finding[] = [];
  for (const error of errors) {
    switch (error.keyword) {
      case "if":
        // The errors of `then` or `else` precede it.
        break;
      case "anyOf":
      case "oneOf":
        found.push(...alternativeFindings(error, takeInner(found, error), unitName));
        break;
      case "contains":
        takeInner(found, error);
        found.push(toFinding(error));
        break;
      case "propertyNames": {
        const [inner] = takeInner(found, error);
        found.push(toFinding(error, { ...error.params, reason: inner?.violation.message ?? "is not allowed" }));
        break;
      }
      default:
        found.push(toFinding(error));
    }
  }
  return inDataOrder(withoutConsequences(found), value).slice(0, MOST_VIOLATIONS);
}

/** Removes and returns the findings inside the keyword that failed. ajv reports them directly before it. */
function takeInner(found: Finding[], { schemaPath, instancePath }: ErrorObject): Finding[] {
  const isInner = ({ schemaPath: inner, at }: Finding): boolean =>
    inner.startsWith(`${schemaPath}/`) && (at === instancePath || at.startsWith(`${instancePath}/`));
  return found.splice(found.findLastIndex((finding) => !isInner(finding)) + 1);
}

function alternativeFindings(
  error: ErrorObject,
  inner: readonly Finding[],
  unitName: (key: string) => string | undefined,
): readonly Finding[] {
  const { instancePath, schemaPath, params } = error;
  const branches = error.schema as readonly CheckedSchema[];
  const passing: unknown = params.passingSchemas;
  if (Array.isArray(passing)) {
    const names = passing.map((index: number) => branchName(branches[index], unitName) ?? `number ${index + 1}`);
    return [toFinding(error, { passingSchemas: passing, passing: names })];
  }
  const depth = levelsOf(instancePath);
  const looks = [...branches.keys()]
    .filter((index) => branches[index] !== false)
    .map((index) =>
      withoutConsequences(inner.filter((finding) => finding.schemaPath.startsWith(`${schemaPath}/${index}/`))),
    );
  const shallow = looks.map((look) =>
    look.filter(({ at }) => levelsOf(at) <= depth + 1).map(({ violation }) => violation),
  );
  const choice = chooseAlternative(shallow, instancePath);
  if (choice.kind === "summary") {
    return [toFinding({ ...error, keyword: choice.keyword ?? error.keyword }, choice.params)];
  }
  const closest = looks[choice.position] ?? [];
  return closest.length > 0 ? closest : [toFinding(error, {})];
}

function branchName(branch: CheckedSchema | undefined, unitName: (key: string) => string | undefined) {
  const key = typeof branch === "object" ? (branch["x-reference"] ?? branch["x-alternative"]) : undefined;
  return key === undefined ? undefined : unitName(key);
}

function levelsOf(pointer: string): number {
  return pointer.split("/").length;
}

function toFinding(error: ErrorObject, params: Params = paramsOf(error)): Finding {
  const { keyword, instancePath, schemaPath } = error;
  const name = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName;
  const path = typeof name === "string" ? joinPointer(instancePath, name) : instancePath;
  const message = ownMessage(error) ?? violationMessage(keyword, params);
  return {
    violation: { path, message: isEmptied(error) ? `needs a value: ${message}` : message, keyword, params },
    at: instancePath,
    schemaPath,
  };
}

/**
 * The author's message for a keyword, from `x-messages`. For `required`, it is in the schema of the missing property.
 */
function ownMessage({ keyword, parentSchema, params, data }: ErrorObject): string | undefined {
  const property = keyword === "required" ? parentSchema?.properties?.[params.missingProperty] : parentSchema;
  const message: unknown = property?.["x-messages"]?.[keyword === "type" && data === null ? "required" : keyword];
  return typeof message === "string" ? message : undefined;
}

/** True for an empty text instead of a number, as in `?limit=` and in forms. */
function isEmptied({ keyword, params, data }: ErrorObject): boolean {
  return keyword === "type" && data === "" && [params.type].flat().some((type) => /^(?:number|integer)$/.test(type));
}

function paramsOf({ keyword, params, schema, parentSchema, data }: ErrorObject): Params {
  switch (keyword) {
    case "multipleOf":
      return { multipleOf: schema };
    case "uniqueItems": {
      const [j, i] = findEqualItems(data as readonly unknown[]) ?? [];
      return { i, j };
    }
    case "dependentRequired":
      return { property: params.property, missingProperty: params.missingProperty };
    case "additionalProperties":
    case "unevaluatedProperties": {
      const free = Object.keys(parentSchema?.properties ?? {}).filter((name) => !Object.hasOwn(data as object, name));
      const nearest = nearestName(String(Object.values(params)[0]), free);
      return { ...params, ...(nearest !== undefined && { nearest }) };
    }
    default:
      return params;
  }
}

/** Omits repeated findings, and other findings about a value with a wrong type or a value that is not allowed. */
function withoutConsequences(found: readonly Finding[]): readonly Finding[] {
  const ranks = new Map<string, number>();
  for (const { violation } of found) {
    ranks.set(violation.path, Math.min(ranks.get(violation.path) ?? OTHER, rankOf(violation)));
  }
  const mismatches = mismatchesOf(found);
  const told = new Set<string>();
  return found.filter((finding) => {
    const { violation, at } = finding;
    const { path, message, keyword } = violation;
    if (rankOf(violation) > (ranks.get(path) ?? OTHER) || told.has(`${path} ${message}`)) return false;
    if (isInMismatch(finding, mismatches)) return false;
    told.add(`${path} ${message}`);
    return !keyword.startsWith("unevaluated") || !found.some((other) => isInside(other, at));
  });
}

/**
 * The schemas whose `type`, `const` or `enum` a value does not match, by the value's place. ajv also reports errors of
 * their other keywords.
 */
function mismatchesOf(found: readonly Finding[]): ReadonlyMap<string, readonly string[]> {
  const schemas = new Map<string, string[]>();
  for (const { violation, schemaPath } of found) {
    if (rankOf(violation) === OTHER) continue;
    const schema = schemaPath.slice(0, schemaPath.lastIndexOf("/") + 1);
    schemas.set(violation.path, [...(schemas.get(violation.path) ?? []), schema]);
  }
  return schemas;
}

/** True for a finding inside a value that does not match the same schema's `type`, `const` or `enum`. */
function isInMismatch(
  { violation: { path }, schemaPath }: Finding,
  mismatches: ReadonlyMap<string, readonly string[]>,
): boolean {
  if (mismatches.size === 0) return false;
  for (let end = path.lastIndexOf("/"); end >= 0; end = path.lastIndexOf("/", end - 1)) {
    if (mismatches.get(path.slice(0, end))?.some((schema) => schemaPath.startsWith(schema))) return true;
    if (end === 0) break;
  }
  return false;
}

const OTHER = 2;

function rankOf({ keyword }: SchemaViolation): number {
  if (keyword === "type") return 0;
  return keyword === "const" || keyword === "enum" ? 1 : OTHER;
}

/** True if the violation is at `place` or inside it. Then the failed part has evaluated no members. */
function isInside({ violation: { keyword, path }, at }: Finding, place: string): boolean {
  if (keyword.startsWith("unevaluated")) return at.startsWith(`${place}/`);
  return path === place || path.startsWith(`${place}/`);
}

/**
 * Sorts violations in the order of the value: a value before its members, missing properties last. At one place, the
 * schema's own keywords precede those of its parts.
 */
function inDataOrder(found: readonly Finding[], value: unknown): readonly SchemaViolation[] {
  const order = new PlaceOrder();
  return found
    .map(({ violation, schemaPath }) => ({
      violation,
      // In a violation's path, a percent sign is not an escape as in a URI.
      place: order.placeOf(value, violation.path.replaceAll("%", "%25")),
      keywords: schemaPath.split("/"),
    }))
    .sort(
      (left, right) => PlaceOrder.compare(left.place, right.place) || compareKeywords(left.keywords, right.keywords),
    )
    .map(({ violation }) => violation);
}

/** Sorts a schema's own keywords before those of its parts. ajv evaluates them in another order. */
function compareKeywords(left: readonly string[], right: readonly string[]): number {
  const parting = left.findIndex((keyword, index) => keyword !== right[index]);
  return Number(parting === right.length - 1) - Number(parting === left.length - 1);
}

/** How to explain that no alternative accepts a value. */
type AlternativeChoice =
  /** The alternative at this position is the closest, so its violations are explained. */
  | { readonly kind: "closest"; readonly position: number }
  /** One violation for all alternatives. Without `keyword`, it has the keyword of the alternatives. */
  | {
      readonly kind: "summary";
      readonly keyword?: "type" | "enum";
      readonly params: Readonly<Record<string, unknown>>;
    };

/**
 * Chooses the alternative that was most likely intended for a value at `path`.
 * @param found the violations of each alternative, down to the value's properties
 */
function chooseAlternative(found: readonly (readonly SchemaViolation[])[], path: string): AlternativeChoice {
  const looks = found.map((violations, position) => ({ violations, position }));
  const fitting = looks.filter(({ violations }) => !violations.some((one) => isTypeAt(one, path)));
  const types = found.flat().flatMap((one) => (isTypeAt(one, path) ? [one.params.type].flat() : []));
  if (fitting.length === 0) return { kind: "summary", keyword: "type", params: { type: [...new Set(types)] } };
  const allowed = fitting.map(({ violations }) => allowedValues(violations, path));
  if (allowed.every((values) => values !== undefined)) {
    return {
      kind: "summary",
      keyword: "enum",
      params: {
        allowedValues: [...new Set(allowed.flat())],
        ...(types.length > 0 && { otherTypes: [...new Set(types)] }),
      },
    };
  }
  const weights = fitting.map(({ violations }) => violations.reduce((sum, one) => sum + weight(one, path), 0));
  const least = Math.min(...weights);
  const best = fitting.filter((_, index) => weights[index] === least);
  const missing = best.map(({ violations }) => missingNames(violations, path));
  const differ = new Set(missing.map(String)).size > 1;
  if (differ && missing.every((names) => names !== undefined)) return { kind: "summary", params: { missing } };
  return { kind: "closest", position: best[0]?.position ?? 0 };
}

function isTypeAt({ keyword, path }: SchemaViolation, at: string): boolean {
  return keyword === "type" && path === at;
}

/** The allowed values, if the only violation is that the value is not one of them. */
function allowedValues(violations: readonly SchemaViolation[], at: string): readonly unknown[] | undefined {
  const [only] = violations;
  if (only === undefined || violations.length > 1 || only.path !== at) return undefined;
  if (only.keyword === "const") return [only.params.allowedValue];
  return only.keyword === "enum" ? (only.params.allowedValues as readonly unknown[]) : undefined;
}

/** The value's missing properties, if it has no other violations. */
function missingNames(violations: readonly SchemaViolation[], at: string): readonly string[] | undefined {
  const isMissing = ({ keyword, path }: SchemaViolation) =>
    keyword === "required" && path.lastIndexOf("/") === at.length;
  if (violations.length === 0 || !violations.every(isMissing)) return undefined;
  return violations.map(({ params }) => String(params.missingProperty));
}

/**
 * How strongly a violation suggests that another alternative was intended. A wrong constant weighs most, a wrong
 * property least.
 */
function weight({ keyword, path }: SchemaViolation, at: string): number {
  if (path === at) return 1000;
  if (keyword === "const" || keyword === "enum" || keyword === "discriminator") return 100;
  if (keyword === "required" || keyword === "type" || keyword === "additionalProperties") return 10;
  return 1;
}
