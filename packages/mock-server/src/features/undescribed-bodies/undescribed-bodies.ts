import { jsonIn } from "@onespec/http-contract";
import { isObject, type Operation, objectProperties, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import type { BehaviourWrapper } from "../../model/mock-context.js";
import type { JsonObject } from "../../store/record-store.js";

/** A body without a described schema, split by the properties of the record. */
interface UndescribedBody {
  /** The properties that the record declares, with values that it allows. */
  readonly known: JsonObject;
  /** The names of the other properties. */
  readonly others: readonly string[];
}

/**
 * Reads the JSON body of a create, replace or update without a described request body as properties of the record. Many descriptions show
 * such bodies only in their text.
 */
export const withUndescribedBody: BehaviourWrapper = ({ schemas }, { operation }, behave) => {
  const read = undescribedBodyReader(schemas, operation);
  if (!read) return behave;
  return (call) => {
    const { known } = read(call.request.contract.text) ?? {};
    return behave(
      known && Object.keys(known).length > 0 ? { ...call, body: { ...known, ...(call.body as object) } } : call,
    );
  };
};

/** `undefined` for operations whose body is described, and for those that write no record. */
export function undescribedBodyReader(
  schemas: SchemaRegistry,
  { role, requestBody, method }: Operation,
): ((text: string | undefined) => UndescribedBody | undefined) | undefined {
  const isWrite = role.kind === "create" || role.kind === "replace" || role.kind === "update";
  if (requestBody || !isWrite || role.resource.members || !["post", "put", "patch"].includes(method)) return undefined;
  const properties = objectProperties(schemas, role.resource.schema.json);
  return (text) => {
    const sent = text === undefined ? undefined : jsonIn(text);
    if (!isObject(sent)) return undefined;
    const isKnown = (name: string): boolean => {
      const property = properties.get(name);
      if (!property || property.readOnly) return false;
      const { isValid } = schemas.validator(schemas.schemaOf(property.schema), "response");
      // An incomplete object is allowed, because answers complete it.
      const isPart = isObject(sent[name]) && schemaShape(schemas, property.schema).types.has("object");
      return isPart || isValid(sent[name]);
    };
    const names = Object.keys(sent);
    const known = Object.fromEntries(names.filter(isKnown).map((name) => [name, sent[name]]));
    return { known, others: names.filter((name) => !Object.hasOwn(known, name)) };
  };
}
