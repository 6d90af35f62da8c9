import type { ListSpec, Place, ResourceSpec } from "../resource-spec.js";
import { compile } from "../validate/compile.js";
import { typesOf } from "../validate/types-of.js";
import { placesIn } from "./condition.js";
import { listParameter } from "./list-call.js";
import { isWhole, type Parameters, type PlanStep, planStep, type QueryState } from "./query-plan.js";

/**
 * The parameters that select parts of each record: `fields` for `select`, and `expand` for `populate`. The client also
 * trims and completes the records, so the result is the same even if the server ignores them.
 */
export function pushParts(
  { relations = {}, id }: ResourceSpec,
  list: ListSpec,
  state: QueryState,
  taken: ReadonlySet<string>,
  steps: PlanStep[],
): Parameters {
  const { select, populate, where, sort } = state;
  const wanted = populate.flatMap((step) => {
    const relation = relations[step.name];
    const isExpanded = relation && isWhole(step) && "expand" in relation && relation.expand !== undefined;
    return isExpanded ? [{ name: step.name, value: relation.expand }] : [];
  });
  const expand =
    wanted.length > 0 &&
    listValue(
      list,
      list.expand,
      wanted.map(({ value }) => value),
      taken,
    );
  if (!select) return { ...expand };
  const keysOf = (name: string): readonly Place[] => {
    const relation = relations[name];
    if (relation && "parameters" in relation) return Object.values(relation.parameters);
    return relation && "key" in relation ? [relation.key] : [];
  };
  const keys = populate.flatMap(({ name }) => keysOf(name));
  const places = [
    ...select,
    ...(where ? placesIn(where) : []),
    ...sort.map(({ property }) => property),
    ...keys,
    id ?? [],
  ];
  const tops = [...places.flatMap(([name]) => name ?? []), ...wanted.map(({ name }) => name)];
  // Some servers also include the other record, and may then expect its fields one by one: `author.name`.
  const isShown = ([top = ""]: Place): boolean => relations[top] !== undefined && keysOf(top)[0]?.[0] !== top;
  const fields = !places.some(isShown) && list.item.length === 0 && listValue(list, list.fields, tops, taken);
  const reason = fields
    ? `asked for ${[...new Set(tops)].join(", ")}: trimmed again`
    : "the parameter does not take them";
  steps.push(planStep("select", list.fields && reason, fields ? list.fields : undefined));
  return { ...expand, ...fields };
}

/** Writes names for the parameter, as a list or a comma-separated text. `undefined` if it accepts neither. */
function listValue(
  list: ListSpec,
  name: string | undefined,
  values: readonly string[],
  taken: ReadonlySet<string>,
): Parameters | undefined {
  const spec = listParameter(list, name);
  if (!spec || name === undefined || taken.has(name)) return undefined;
  const { schema = true } = spec;
  const each = [...new Set(values)];
  const value = typesOf(schema).has("array") ? each : each.join(",");
  return compile(schema, "request")(value, "") ? { [name]: value } : undefined;
}
