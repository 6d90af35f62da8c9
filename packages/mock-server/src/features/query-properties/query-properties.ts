import { isObject, valueAtPlace, withValueAt } from "@onespec/spec-core";
import type { BehaviourWrapper } from "../../model/mock-context.js";
import { queriedProperties } from "../../response/written-properties.js";

/**
 * Writes query parameters that are named after properties of the record: `POST /containers/create?name=web`, and
 * `POST /containers/{id}/rename?name=web`, which takes no body.
 */
export const withQueryProperties: BehaviourWrapper = ({ schemas }, { operation }, behave) => {
  const { role } = operation;
  const properties = queriedProperties(schemas, operation);
  const place = "body" in role ? role.body : [];
  // The behaviour of documents reads the query itself.
  if (properties.size === 0 || role.kind === "singleton" || ("many" in role && role.many)) return behave;
  const known = [...properties].map(([parameter, { name, schema }]) => {
    const validator = schemas.validator(schemas.schemaOf(schema), "response");
    return { parameter, name, validator };
  });
  return (call) => {
    const sent = valueAtPlace(call.body, place);
    const told = known.filter(({ parameter, validator }) => {
      const value = call.query[parameter];
      return value !== undefined && validator.isValid(value);
    });
    if (told.length === 0 || (sent !== undefined && !isObject(sent))) return behave(call);
    const named = Object.fromEntries(told.map(({ name, parameter }) => [name, call.query[parameter]]));
    return behave({ ...call, body: withValueAt(call.body, place, { ...named, ...sent }) });
  };
};
