import { foldName, isObject, objectProperties, valueAtPlace, withValueAt } from "@onespec/spec-core";
import type { BehaviourWrapper } from "../../model/mock-context.js";
import { isUpdateMask } from "../../model/parameter-use.js";

/**
 * Limits an update to the properties in `update_mask=name,labels.color`, in the query or the body. `*` means all sent properties. @see
 * AIP-134
 */
export const withUpdateMask: BehaviourWrapper = ({ schemas }, { operation }, behave) => {
  const { role, parameters, requestBody } = operation;
  if (role.kind !== "update") return behave;
  const inQuery = parameters.find(({ name, in: place }) => place === "query" && isUpdateMask(name))?.name;
  // The mask is beside the record, not in it: `{ app: { ... }, updateMask: "name" }`.
  const sentNames =
    role.body.length === 0 ? [] : objectProperties(schemas, requestBody?.content[0]?.schema?.json ?? true).keys();
  const inBody = [...sentNames].find(isUpdateMask);
  if (inQuery === undefined && inBody === undefined) return behave;
  return (call) => {
    const masks = [inQuery && call.query[inQuery], inBody && isObject(call.body) && valueAtPlace(call.body, [inBody])];
    const names = masks.flat().flatMap((one) => (typeof one === "string" ? one.split(",") : []));
    const sent = valueAtPlace(call.body, role.body);
    if (names.length === 0 || names.includes("*") || !isObject(sent)) return behave(call);
    const body = withValueAt(
      call.body,
      role.body,
      masked(
        sent,
        names.map((name) => name.trim().split(".")),
      ),
    );
    return behave({ ...call, body });
  };
};

/** The named members of an object, and of the objects in it. */
function masked(sent: object, places: readonly (readonly string[])[]): object {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => {
      const own = places.filter(([first = ""]) => foldName(first) === foldName(name)).map(([, ...inner]) => inner);
      if (own.length === 0) return [];
      const isWhole = own.some((inner) => inner.length === 0) || !isObject(value);
      return [[name, isWhole ? value : masked(value, own)]];
    }),
  );
}
