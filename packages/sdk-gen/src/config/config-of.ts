import type { ApiDescription } from "@onespec/spec-core";
import { checkConfig, checkOperationConfig, checkResourceConfig, unknownName } from "./check-config.js";
import type { ListConfig, ResourceConfig, SdkConfig } from "./sdk-config.js";

const KEY = "x-onespec";

/** The configuration of a description: `x-onespec` at its root, paths and operations, overridden by the configuration file. */
export interface AppliedConfig extends Required<SdkConfig> {
  /** The name of the configuration in messages. */
  readonly where: string;
}

/** @throws SdkGenError CONFIG_INVALID for unknown keys, and for resources and operations that do not exist */
export function configOf(api: ApiDescription, given: SdkConfig = {}, where: string = KEY): AppliedConfig {
  const own = api.document[KEY];
  const root = own === undefined ? {} : checkConfig(own, KEY);
  const all = [root, placedConfig(api), given].reduce(merge, {});
  const applied = {
    int64: all.int64 ?? "string",
    unwrap: all.unwrap ?? true,
    with: all.with ?? [],
    resources: all.resources ?? {},
    operations: all.operations ?? {},
    where,
  };
  const paths = new Set(api.resources.map(({ collectionPath }) => collectionPath));
  const others = new Set(api.operations.map(({ path }) => path));
  const isUnwrapOnly = (path: string): boolean =>
    others.has(path) && Object.keys(applied.resources[path] ?? {}).every((key) => key === "unwrap");
  for (const path of Object.keys(applied.resources))
    if (!paths.has(path) && !isUnwrapOnly(path))
      throw unknownName(where, ["resources", path], [...paths], "collection path of a resource");
  const ids = new Set(api.operations.map(({ id }) => id));
  for (const id of Object.keys(applied.operations))
    if (!ids.has(id)) throw unknownName(where, ["operations", id], [...ids], "operation");
  return applied;
}

/** `x-onespec` of path items and of operations. */
function placedConfig({ document, operations }: ApiDescription): SdkConfig {
  const resources: Record<string, ResourceConfig> = {};
  for (const [path, item] of Object.entries((document.paths ?? {}) as Record<string, Record<string, unknown>>))
    if (item?.[KEY] !== undefined) resources[path] = checkResourceConfig(item[KEY], `${KEY} of ${path}`);
  const own = operations.flatMap(({ id, extensions }) =>
    extensions[KEY] === undefined ? [] : [[id, checkOperationConfig(extensions[KEY], `${KEY} of ${id}`)] as const],
  );
  return { resources, operations: Object.fromEntries(own) };
}

function merge(low: SdkConfig, high: SdkConfig): SdkConfig {
  return {
    ...low,
    ...high,
    resources: mergeEach(low.resources, high.resources, mergeResource),
    operations: mergeEach(low.operations, high.operations, (left, right) => ({ ...left, ...right })),
  };
}

function mergeEach<T>(
  low: Readonly<Record<string, T>> = {},
  high: Readonly<Record<string, T>> = {},
  both: (left: T, right: T) => T,
): Record<string, T> {
  const all: Record<string, T> = { ...low };
  for (const [name, value] of Object.entries(high)) {
    const old = Object.hasOwn(all, name) ? all[name] : undefined;
    all[name] = old === undefined ? value : both(old, value);
  }
  return all;
}

function mergeResource(low: ResourceConfig, high: ResourceConfig): ResourceConfig {
  const list: ListConfig = {
    ...low.list,
    ...high.list,
    ...(low.list?.filters || high.list?.filters ? { filters: { ...low.list?.filters, ...high.list?.filters } } : {}),
  };
  return {
    ...low,
    ...high,
    ...(low.list || high.list ? { list } : {}),
    ...(low.relations || high.relations ? { relations: { ...low.relations, ...high.relations } } : {}),
  };
}
