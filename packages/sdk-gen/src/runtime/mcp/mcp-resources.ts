import type { ResourceSpec } from "../resource-spec.js";

/** The resources that the tools reach, by name. */
export type McpResources = Readonly<Record<string, McpResource>>;

export interface McpResource {
  readonly about?: string;
  /** Names of the parents for `in`. */
  readonly parents?: readonly string[];
  readonly relations?: readonly string[];
  readonly methods: Readonly<Record<string, McpMethod>>;
  /** Present if the resource has records. */
  readonly spec?: ResourceSpec;
}

export interface McpMethod {
  /**
   * `find`, `create`, `get`, `replace`, `update` and `delete` have separate tools. Absent: `call_method` calls the
   * method.
   */
  readonly record?: string;
  readonly route: string;
  readonly about?: string;
  readonly example: string;
  /** Names of the arguments for `call_method`. */
  readonly takes?: readonly string[];
}

/** Maximum number of resources in a list, and in the schema of an argument. */
export const MOST_RESOURCES = 100;

export function methodsOf(resources: McpResources, name: string): readonly (readonly [string, McpMethod])[] {
  return Object.entries(resources[name]?.methods ?? {});
}

export function methodNames(resources: McpResources, name: string): string {
  return methodsOf(resources, name)
    .map(([method]) => method)
    .join(", ");
}

/** A method of the client, below the given parents. @throws Error if a parent is unknown or missing */
export function bound(
  client: object,
  resources: McpResources,
  name: string,
  method: string,
  parents: unknown,
): (...given: readonly unknown[]) => unknown {
  const own = (client as Readonly<Record<string, Target | undefined>>)[name];
  if (!own) throw new Error(`The client has no ${name}.`);
  const expected = resources[name]?.parents ?? [];
  const found = (parents ?? {}) as Readonly<Record<string, unknown>>;
  const strange = Object.keys(found).find((one) => !expected.includes(one));
  if (strange !== undefined)
    throw new Error(`${name} has no parent ${strange}. Parents: ${expected.join(", ") || "none"}.`);
  const { record, route = "" } = resources[name]?.methods[method] ?? {};
  // Other methods take the ids of parents among their parameters.
  const missing =
    record === undefined ? undefined : expected.find((one) => found[one] === undefined && route.includes(`{${one}}`));
  if (missing !== undefined)
    throw new Error(`The parent ${missing} is missing: give parents: {${JSON.stringify(missing)}: …}.`);
  const target = parents === undefined ? own : (own.in?.(found) ?? own);
  return (...given) => target[method]?.(...(given as never[]));
}

/** @throws Error that lists the resources if the name is unknown */
export function resourceName(resources: McpResources, name: unknown): string {
  if (typeof name === "string" && Object.hasOwn(resources, name)) return name;
  const names = Object.keys(resources);
  const more = names.length > MOST_RESOURCES ? ", …" : "";
  throw new Error(
    `There is no resource ${JSON.stringify(name)}. Resources: ${names.slice(0, MOST_RESOURCES).join(", ")}${more}.`,
  );
}

/** A resource of the client. */
interface Target {
  readonly in?: (parents: object) => Target;
  readonly [method: string]: ((...args: never[]) => unknown) | undefined;
}
