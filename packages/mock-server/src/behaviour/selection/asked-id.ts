import { coerceValue, openPlace, schemaAt } from "@onespec/http-contract";
import { isObject, type Operation, type RecordPlace, type Resource, type SchemaRegistry } from "@onespec/spec-core";
import type { Behaviour, MockContext } from "../../model/mock-context.js";
import { isIdProperty } from "../../model/parameter-use.js";
import { withIgnored } from "../../response/answer-headers.js";
import type { Condition } from "../../store/record-store.js";
import { addressReader } from "../record/record-address.js";

/**
 * `GET /contacts/ada@example.com?idProperty=email`: the query names the property whose value is in the path. Replaces the value by the id
 * of the record. If no record has the property, `Mock-Ignored` names the parameter, and the path has an id.
 */
export function withAskedId(context: MockContext, operation: Operation, behave: Behaviour): Behaviour {
  const { schemas, states, seeds } = context;
  const { role, parameters } = operation;
  const naming = parameters.find((one) => one.in === "query" && isIdProperty(one.name));
  if (!naming || (role.kind !== "read" && role.kind !== "update" && role.kind !== "replace" && role.kind !== "delete"))
    return behave;
  const { resource } = role;
  const read = addressReader(schemas, states, operation, resource);
  return async (call) => {
    const { scope, where, key, parameter } = read(call.pathTexts);
    const asked = askedIds(schemas, resource, call.query, [key]);
    if (!asked || parameter === undefined) return behave(call);
    await seeds.fill(resource, scope);
    const { collection } = states.of(resource);
    const { records } = await collection.list({ scope, where: [...where, asked] });
    const having = { property: asked.property, operator: "exists" as const, value: true };
    if (records.length === 0 && (await collection.list({ scope, where: [having], limit: 1 })).total === 0)
      return withIgnored(await behave(call), [naming.name]);
    // If no record has the value, this text matches no id either.
    const found = records.at(-1)?.key ?? `${asked.property.join(".")}=${key}`;
    return behave({ ...call, pathTexts: { ...call.pathTexts, [parameter]: found } });
  };
}

/** The condition for records with these ids, if the query or the body names the property that has them. */
export function askedIds(
  schemas: SchemaRegistry,
  resource: Resource,
  sent: unknown,
  ids: readonly unknown[],
): (Condition & { readonly property: RecordPlace }) | undefined {
  const name = isObject(sent) ? Object.entries(sent).find(([one]) => isIdProperty(one))?.[1] : undefined;
  if (typeof name !== "string" || name === "") return undefined;
  const property = schemaAt(schemas, resource.schema, [name]) ? [name] : openPlace(schemas, resource, [name]);
  if (!property) return undefined;
  const json = schemaAt(schemas, resource.schema, property)?.json ?? true;
  return {
    property,
    operator: "in",
    value: ids.map((id) => (typeof id === "string" ? coerceValue(schemas, json, id) : id)),
  };
}
