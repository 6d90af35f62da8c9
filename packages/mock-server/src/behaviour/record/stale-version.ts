import { ProblemError, selectDocumented, writtenProperties } from "@onespec/http-contract";
import { isObject, type Operation, objectProperties, type Resource, VERSION } from "@onespec/spec-core";
import type { Call, MockContext } from "../../model/mock-context.js";
import type { JsonObject } from "../../store/record-store.js";

/** @throws ProblemError (409) if a request names another version than the record has */
type VersionCheck = (call: Pick<Call, "body" | "query">, current: JsonObject) => void;

/**
 * `undefined` unless the record has a version, the body or query must name it, and 409 is documented. A version that clients set when they
 * create the record is not checked.
 */
export function createVersionCheck(
  { schemas }: Pick<MockContext, "schemas">,
  operation: Operation,
  { schema, roles }: Pick<Resource, "schema" | "roles">,
): VersionCheck | undefined {
  if (!selectDocumented(operation, 409)) return undefined;
  const known = objectProperties(schemas, schema.json);
  const asked = operation.parameters.filter((one) => one.in === "query");
  const given = new Set(writtenProperties(schemas, roles.create).flatMap((one) => (one.required ? one.name : [])));
  const [name] = [...writtenProperties(schemas, operation), ...asked].flatMap((one) =>
    one.required && VERSION.test(one.name) && known.has(one.name) && !given.has(one.name) ? one.name : [],
  );
  if (name === undefined) return undefined;
  const isQuery = asked.some((one) => one.name === name);
  return ({ body, query }, current) => {
    const sent = isQuery ? query[name] : isObject(body) ? body[name] : undefined;
    const own = current[name];
    if (typeof sent !== "number" || typeof own !== "number" || sent === own) return;
    throw new ProblemError({
      status: 409,
      code: "stale-version",
      message: "Conflict",
      details: [{ in: isQuery ? "query" : "body", path: `/${name}`, message: `is ${sent}, and the record has ${own}` }],
    });
  };
}
