import { boundsLeftOut, type RequestViolation, writtenProperties } from "@onespec/http-contract";
import {
  keywordsOf,
  type Operation,
  objectProperties,
  type Schema,
  type SchemaRegistry,
  type SchemaValidator,
  type SchemaViolation,
} from "@onespec/spec-core";
import type { JsonObject } from "../../store/record-store.js";
import { differingProperties } from "./differing-properties.js";

/**
 * Finds violations of the record's schema that a change adds. Skips properties that have another schema in the request (`labels` sent as
 * names, answered as objects), because that schema has checked them.
 */
export type RecordGuard = (
  before: JsonObject,
  after: JsonObject,
  /** The body was a patch, so nothing has checked its result yet. */
  isPatch?: boolean,
) => readonly RequestViolation[];

/** @param isRight true if the schema allows the record. The record must not be changed in place afterwards */
export function createRecordGuard(
  schemas: SchemaRegistry,
  operation: Operation,
  schema: Schema,
  isRight: (after: JsonObject) => boolean = schemas.validator(schema, "response").isValid,
): RecordGuard {
  const validator = schemas.validator(schema, "response");
  const differing = differingProperties(schemas, operation, schema);
  const boundsLeft = createBoundsGuard(schemas, operation, schema);
  const { oneOf, anyOf } = keywordsOf(schemas, schema.json);
  // The skipped property may decide which alternative the record matches.
  const isAlternative = (oneOf ?? anyOf) !== undefined;
  return (before, after, isPatch = false) => {
    if (isRight(after)) return [];
    const isSent = (path: string): boolean => {
      const top = (path.split("/")[1] ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
      return !isPatch && path !== "" && !differing.has(top) && after[top] !== before[top];
    };
    const beyond = isPatch ? [] : (boundsLeft?.(after) ?? []);
    const added = beyond.filter(({ path }) => after[path.slice(1)] !== before[path.slice(1)]);
    if (added.length > 0) return added;
    if (isAlternative && Object.keys(after).some((name) => differing.has(name) && after[name] !== before[name]))
      return [];
    const judged = withoutChanges(before, after, differing);
    return addedViolations(validator, before, judged)
      .filter((violation) => !isAmbiguity(violation) && !isAllowed(violation, isSent))
      .map((violation) => ({ ...violation, in: "body" }));
  };
}

/**
 * Finds sent values beyond a bound that only the record's schema has: a price with three decimals. `undefined` if there is no such bound.
 */
export function createBoundsGuard(
  schemas: SchemaRegistry,
  operation: Operation,
  schema: Schema,
): ((sent: JsonObject) => readonly RequestViolation[]) | undefined {
  const differing = differingProperties(schemas, operation, schema);
  const own = objectProperties(schemas, schema.json);
  const judged = writtenProperties(schemas, operation, schema.json).flatMap(({ name, schema: sent }) => {
    const kept = own.get(name);
    if (!kept || !differing.has(name)) return [];
    return [{ name, beyond: boundsLeftOut(schemas, sent, kept.schema) }];
  });
  if (judged.length === 0) return undefined;
  return (sent) =>
    judged.flatMap(({ name, beyond }) =>
      beyond(sent[name]).map((violation) => ({ ...violation, path: `/${name}${violation.path}`, in: "body" as const })),
    );
}

/**
 * True for violations that are not the client's mistake. The request's schema allowed the value, and the record has the same schema there.
 * So a missing member is readOnly, and a wrong type comes from a schema that contradicts itself.
 */
function isAllowed({ keyword, path }: SchemaViolation, isSent: (path: string) => boolean): boolean {
  if (keyword === "required") return isSent(path);
  return keyword === "type" && path.lastIndexOf("/") === 0 && isSent(path);
}

/** True for alternatives that do not exclude each other. That is a mistake in the description, not in the request. */
function isAmbiguity({ keyword, params }: SchemaViolation): boolean {
  return keyword === "oneOf" && Array.isArray(params.passingSchemas);
}

/** Returns `after` with the previous values of the properties `names`. Removed properties stay removed. */
function withoutChanges(before: JsonObject, after: JsonObject, names: ReadonlySet<string>): JsonObject {
  const changed = Object.entries(after).filter(([name]) => names.has(name));
  if (changed.length === 0) return after;
  const kept = Object.entries(after).filter(([name]) => !names.has(name));
  const restored = changed.flatMap(([name]) => (Object.hasOwn(before, name) ? [[name, before[name]]] : []));
  return Object.fromEntries([...kept, ...restored]);
}

/** The violations that the previous value did not have. Old violations do not prevent other changes. */
export function addedViolations(
  { violations }: Pick<SchemaValidator, "violations">,
  before: unknown,
  after: unknown,
): readonly SchemaViolation[] {
  const identity = ({ path, keyword }: SchemaViolation): string => `${keyword} ${path}`;
  const known = new Set(violations(before).map(identity));
  return violations(after).filter((violation) => !known.has(identity(violation)));
}
