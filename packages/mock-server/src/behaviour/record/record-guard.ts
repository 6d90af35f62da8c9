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
 * Finds violations of the record's schema that a change adds. Properties that the request describes by another schema than the record
 * (`labels` sent as names, answered as objects) were checked by the request's schema.
 */
export type RecordGuard = (
  before: JsonObject,
  after: JsonObject,
  /** The body was a patch, so its result is unchecked. */
  isPatch?: boolean,
) => readonly RequestViolation[];

/** @param isRight says of a record that nobody changes in place whether its schema allows it */
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
  // Which alternative a record is may hang on the very property that cannot be judged.
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

/** Finds the sent values beyond a bound of the record's schema that the request's leaves out: a price with three decimals. `undefined`: there is none. */
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
 * The request's schema allowed what was sent, and the record's is the same there: what is missing inside is the server's to
 * make (readOnly), and a value of the wrong type is forbidden by another part of a schema that contradicts itself.
 */
function isAllowed({ keyword, path }: SchemaViolation, isSent: (path: string) => boolean): boolean {
  if (keyword === "required") return isSent(path);
  return keyword === "type" && path.lastIndexOf("/") === 0 && isSent(path);
}

/** Alternatives that do not exclude each other are the description's fault, not the client's. */
function isAmbiguity({ keyword, params }: SchemaViolation): boolean {
  return keyword === "oneOf" && Array.isArray(params.passingSchemas);
}

/** `after` with the values that `names` had before; what was taken out stays out. */
function withoutChanges(before: JsonObject, after: JsonObject, names: ReadonlySet<string>): JsonObject {
  const changed = Object.entries(after).filter(([name]) => names.has(name));
  if (changed.length === 0) return after;
  const kept = Object.entries(after).filter(([name]) => !names.has(name));
  const restored = changed.flatMap(([name]) => (Object.hasOwn(before, name) ? [[name, before[name]]] : []));
  return Object.fromEntries([...kept, ...restored]);
}

/** The violations of a value that the one before did not have: those do not prevent other changes. */
export function addedViolations(
  { violations }: Pick<SchemaValidator, "violations">,
  before: unknown,
  after: unknown,
): readonly SchemaViolation[] {
  const identity = ({ path, keyword }: SchemaViolation): string => `${keyword} ${path}`;
  const known = new Set(violations(before).map(identity));
  return violations(after).filter((violation) => !known.has(identity(violation)));
}
