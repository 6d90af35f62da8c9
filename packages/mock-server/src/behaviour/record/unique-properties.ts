import { type Problem, ProblemError, selectDocumented, selectError, writtenProperties } from "@onespec/http-contract";
import {
  foldName,
  type JsonSchema,
  NATURAL_KEYS,
  nameWords,
  type Operation,
  type Resource,
  type SchemaRegistry,
  saidOfExisting,
  saysUnique,
  saysUpsert,
  schemaShape,
} from "@onespec/spec-core";
import type { MockContext } from "../../model/mock-context.js";
import type { ScopePattern } from "../../model/resource-states.js";
import { queriedProperties } from "../../response/written-properties.js";
import type { JsonObject, StoredRecord } from "../../store/record-store.js";

/**
 * The problem that another record has a unique value of the written one, and that record; `undefined` if there is none.
 * @param others new records of the same request that are written first
 */
export type UniquenessCheck = (
  written: JsonObject,
  scope: ScopePattern,
  others?: readonly JsonObject[],
) => Promise<{ readonly problem: Problem; readonly record: StoredRecord | undefined } | undefined>;

/**
 * Checks the properties that the description calls unique, if it documents an error for that, and the properties that the path of one
 * record is named after. `undefined` if there are none.
 */
export function createUniquenessCheck(
  { schemas, states, seeds }: MockContext,
  operation: Operation,
  resource: Resource,
): UniquenessCheck | undefined {
  const [id] = resource.id.property ?? [];
  const names = ownNames(schemas, operation, resource).filter((name) => name !== id);
  if (names.length === 0) return undefined;
  const { collection } = states.of(resource);
  const status = conflictStatus(operation);
  return async (written, scope, others = []) => {
    await seeds.fill(resource, scope);
    for (const name of names) {
      const value = written[name];
      if (typeof value !== "string" || value === "") continue;
      const where = [{ property: [name], operator: "eq" as const, value }];
      const [record] = (await collection.list({ scope, where, limit: 1 })).records;
      if (record || others.some((other) => other[name] === value))
        return { problem: { ...taken(resource, name, value), status }, record };
    }
    return undefined;
  };
}

/**
 * The status for a value that another record has: 409, or 422 if only that is documented. A 422 "Validation Error" does not count: it is
 * for requests that break their schema, and frameworks document it everywhere.
 */
export function conflictStatus(operation: Operation): 409 | 422 {
  const rejected = selectError(operation, 409) ? undefined : selectDocumented(operation, 422);
  return rejected && !/^validation error$/i.test(rejected.response?.description ?? "") ? 422 : 409;
}

/** A conflict with the status that the operation documents for it. */
export function conflict(operation: Operation, problem: Problem): ProblemError {
  return new ProblemError({ ...problem, status: conflictStatus(operation) });
}

/** The properties of new records that no other record may share. */
export function ownNames(
  schemas: SchemaRegistry,
  operation: Operation | undefined,
  resource: Resource,
): readonly string[] {
  return operation
    ? [...new Set([...uniqueNames(schemas, operation), ...pathNames(schemas, operation, resource)])]
    : [];
}

/** The properties of new records that the description calls unique. */
function uniqueNames(schemas: SchemaRegistry, operation: Operation | undefined): readonly string[] {
  if (!operation) return [];
  const upsert = saysUpsert(operation) ? `${operation.summary ?? ""}. ${operation.description ?? ""}` : undefined;
  const told = upsert ?? saidOfExisting(operation) ?? "";
  const { status = "", description = "" } = selectError(operation, 409) ?? {};
  if (status === "" && told === "") return [];
  const written = [...writtenProperties(schemas, operation), ...queriedProperties(schemas, operation).values()];
  const names = written.flatMap(({ name, schema }) => {
    // An upsert finds records by a unique property, so more wordings count.
    const own = { status: told === "" ? status : "409", description: `${description}. ${told}` };
    const isUnique = saysUnique(schemas, { name, schema }, own);
    return isUnique ? [name] : [];
  });
  if (names.length > 0 || upsert === undefined) return [...new Set(names)];
  // If the description calls nothing unique, an upsert finds records by a usual key: the email of a contact.
  const usual = NATURAL_KEYS.find((key) => written.some(({ name }) => foldName(name) === key));
  return written.filter(({ name }) => foldName(name) === usual).map(({ name }) => name);
}

/**
 * The required `memberId` of a new record of `/members/{memberId}` whose id is another property. If 409 is documented, also the `name` of a
 * record of `/projects/{name_or_id}`.
 */
function pathNames(schemas: SchemaRegistry, operation: Operation, { id }: Resource): readonly string[] {
  const parameter = foldName(id.parameter ?? "");
  const either = selectDocumented(operation, 409)
    ? nameWords(id.parameter ?? "")
        .join(" ")
        .split(" or ")
    : [];
  const isEither = (name: string): boolean =>
    either.length > 1 && either.some((words) => words.replaceAll(" ", "").endsWith(foldName(name)));
  return writtenProperties(schemas, operation)
    .filter(({ name, required }) => (required && foldName(name) === parameter) || isEither(name))
    .filter(({ schema }) => isText(schemas, schema))
    .map(({ name }) => name);
}

function isText(schemas: SchemaRegistry, json: JsonSchema): boolean {
  return schemaShape(schemas, json).types.has("string");
}

function taken({ name }: Resource, property: string, value: string): Problem {
  const message = `${name} already has a record with this value, ${JSON.stringify(value)}`;
  return {
    status: 409,
    code: "duplicate-value",
    message: "Already exists",
    details: [{ in: "body", path: `/${property}`, message }],
  };
}
