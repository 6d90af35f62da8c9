import { isObject, type JsonSchema, objectProperties, type SchemaRegistry, schemaShape } from "@onespec/spec-core";

/**
 * Merges like Kubernetes' strategic merge patch. Objects are merged at every depth, and null removes a property. Lists
 * are merged item by item if their schema has `x-kubernetes-patch-merge-key`. `$patch: delete` removes an item;
 * `$patch: replace` replaces the object or list that contains it.
 * @see https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/
 */
export function strategicMerge(schemas: SchemaRegistry, schema: JsonSchema, current: unknown, sent: unknown): unknown {
  if (!isObject(sent)) return sent;
  const { $patch: directive, ...fields } = sent;
  const merged: Record<string, unknown> = isObject(current) && directive !== "replace" ? { ...current } : {};
  const properties = objectProperties(schemas, schema);
  for (const [name, value] of Object.entries(fields)) {
    if (name === "__proto__") continue;
    const inner = properties.get(name)?.schema ?? schemaShape(schemas, schema).additional ?? true;
    if (value === null) delete merged[name];
    else if (Array.isArray(value)) merged[name] = mergeList(schemas, inner, merged[name], value);
    else merged[name] = strategicMerge(schemas, inner, merged[name], value);
  }
  return merged;
}

function mergeList(schemas: SchemaRegistry, schema: JsonSchema, current: unknown, sent: readonly unknown[]): unknown {
  const target = schemas.follow(schema);
  const { [MERGE_KEY]: key, [STRATEGY]: strategy, items = true } = typeof target === "object" ? target : {};
  if (typeof key !== "string") {
    const isUnion = typeof strategy === "string" && strategy.split(",").includes("merge") && Array.isArray(current);
    return isUnion ? [...new Set([...current, ...sent])] : sent;
  }
  let merged: unknown[] = Array.isArray(current) ? [...current] : [];
  for (const item of sent) {
    const index = isObject(item) ? merged.findIndex((one) => isObject(one) && one[key] === item[key]) : -1;
    if (isObject(item) && item.$patch === "delete") merged = merged.filter((_, position) => position !== index);
    else if (index === -1) merged.push(strategicMerge(schemas, items, undefined, item));
    else merged[index] = strategicMerge(schemas, items, merged[index], item);
  }
  return merged;
}

const MERGE_KEY = "x-kubernetes-patch-merge-key";
const STRATEGY = "x-kubernetes-patch-strategy";
