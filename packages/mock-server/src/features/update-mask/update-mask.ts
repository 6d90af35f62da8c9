import { foldName, isObject, valueAtPlace, withValueAt } from "@onespec/spec-core";
import type { BehaviourWrapper } from "../../model/mock-context.js";
import { isUpdateMask } from "../../model/parameter-use.js";

/** Updates with `update_mask=name,labels.color` change these properties alone; `*` is all that is sent. @see AIP-134 */
export const withUpdateMask: BehaviourWrapper = (_, { operation: { role, parameters } }, behave) => {
  const mask = parameters.find(({ name, in: place }) => place === "query" && isUpdateMask(name))?.name;
  if (mask === undefined || role.kind !== "update") return behave;
  return (call) => {
    const names = [call.query[mask]].flat().flatMap((one) => (typeof one === "string" ? one.split(",") : []));
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
