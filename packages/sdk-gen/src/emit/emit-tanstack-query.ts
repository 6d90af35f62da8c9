import { callParameters } from "../plan/call-parameters.js";
import type { GroupPlan, MethodPlan, SdkPlan } from "../plan/sdk-plan.js";
import type { ArgumentKind, MethodKind } from "../runtime/tanstack-query/tanstack-queries.js";
import { code, indent, type Line } from "./code.js";
import { docComment } from "./doc-comment.js";
import { argumentNames } from "./emit-method.js";
import { methodsBelow } from "./emit-resource-types.js";
import type { GeneratedFile } from "./emit-sdk.js";
import { literal, propertyName } from "./escape.js";

const RUNTIME_TYPES =
  "ListOptions PagedOptions ReadOptions ReadPartOptions TanstackFilter WriteOptions WritePartOptions".split(" ");

/** `tanstack-query.js`: options for TanStack Query, for every method of the client. */
export function emitTanstackQuery(plan: SdkPlan): GeneratedFile[] {
  const isTyped = plan.features.language === "ts";
  const types = emitTypes(plan);
  const annotated = (text: string): string => (isTyped ? text : "");
  const hasLists = plan.groups.some(({ methods }) => methods.some(({ record }) => record === "find"));
  const module = code(
    hasLists && 'import { listOptions } from "./utils/tanstack-lists.js";',
    'import { filterOf, queriesOf } from "./utils/tanstack-query.js";',
    isTyped && ['import type { MethodKind } from "./utils/tanstack-query.js";', types.imports],
    "",
    `const kinds${annotated(": Record<string, Record<string, MethodKind>>")} = {`,
    indent(plan.groups.map((group) => `${propertyName(group.name)}: ${emitKinds(group)},`)),
    "};",
    "",
    isTyped && [types.lines, ""],
    CREATE_COMMENT,
    `export function createQueries${annotated("<C extends Partial<sdk.Client>>")}(client${annotated(": C")})${annotated(": Pick<Queries, keyof C & keyof Queries>")} {`,
    indent(
      `return queriesOf(client, ${literal(plan.packageName)}, kinds${hasLists ? ", listOptions" : ""})${annotated(" as never")};`,
    ),
    "}",
    "",
    READING_COMMENT,
    `export function reading(...names${annotated(": (keyof Queries)[]")})${annotated(": TanstackFilter")} {`,
    indent(`return filterOf(${literal(plan.packageName)}, names);`),
    "}",
  );
  if (isTyped) return [{ path: "tanstack-query.ts", content: module }];
  const declarations = code(
    types.imports,
    "",
    types.lines,
    "",
    CREATE_COMMENT,
    "export declare function createQueries<C extends Partial<sdk.Client>>(client: C): Pick<Queries, keyof C & keyof Queries>;",
    "",
    READING_COMMENT,
    "export declare function reading(...names: (keyof Queries)[]): TanstackFilter;",
  );
  return [
    { path: "tanstack-query.js", content: module },
    { path: "tanstack-query.d.ts", content: declarations },
  ];
}

const CREATE_COMMENT = docComment(
  "Options for the hooks of TanStack Query: `useQuery(queries.….queryOptions(…))`. Mutations invalidate the queries of their resource, and those that loaded its records with `populate`.\n@param client the client, or some of its resources by name",
);
const READING_COMMENT = docComment(
  "Filter for the queries of resources, and those that loaded their records: `queryClient.invalidateQueries(reading(…))`.",
);

function emitKinds({ methods, resource }: GroupPlan): string {
  const kinds = methods.map((method) => {
    const kind = kindOf(method, resource?.list);
    const told = typeof kind === "object" ? kind.map((name) => withMembers(name, method)) : kind;
    return `${propertyName(method.name)}: ${literal(told)}`;
  });
  return `{ ${kinds.join(", ")} }`;
}

/** An argument, with the parameters that the operation requires. */
function withMembers(name: string, { operation }: MethodPlan): ArgumentKind {
  const required = callParameters(operation).filter(({ parameter }) => parameter.required || parameter.in === "path");
  return name === "params" && required.length > 0 ? [name, ...required.map((call) => call.name)] : name;
}

/** The kind of a method's options. For a method that writes, the names of its arguments. */
export function kindOf(
  method: MethodPlan,
  list: NonNullable<GroupPlan["resource"]>["list"],
): Exclude<MethodKind, readonly ArgumentKind[]> | readonly string[] {
  const names = argumentNames(method);
  if (method.record === "find") {
    const isPaged = list && (list.page ?? list.offset ?? list.cursor?.after ?? nextIn(list));
    return isPaged ? "pages" : "list";
  }
  return isReading(method) ? names.length - 1 : names;
}

function nextIn({ shape }: NonNullable<NonNullable<GroupPlan["resource"]>["list"]>): unknown {
  return shape.kind === "envelope" ? shape.nextAt : undefined;
}

function isReading({ operation }: MethodPlan): boolean {
  return /^(get|head|query)$/i.test(operation.method);
}

function emitTypes({ groups }: SdkPlan): { readonly imports: readonly string[]; readonly lines: Line } {
  const lines = groups.map((group) => [groupTypes(group), ""]);
  const text = code(lines);
  const used = RUNTIME_TYPES.filter((name) => name === "TanstackFilter" || text.includes(`${name}<`));
  return {
    imports: ['import type * as sdk from "./index.js";', `import type { ${used.join(", ")} } from "./utils/index.js";`],
    lines: [
      lines,
      docComment("The options of each method of each resource."),
      "export interface Queries {",
      indent(groups.map((group) => `readonly ${propertyName(group.name)}: ${queriesType(group)};`)),
      "}",
    ],
  };
}

function queriesType(group: GroupPlan): string {
  const below = methodsBelow(group);
  const name = `${group.className}Queries`;
  return below.length > 0 ? `Omit<${name}, ${below.map((method) => literal(method)).join(" | ")}>` : name;
}

function groupTypes(group: GroupPlan): Line {
  const hasParents = group.resource && group.resource.parents.length > 0;
  return [
    docComment(`Options of the methods of ${group.name}.`),
    `export interface ${group.className}Queries {`,
    indent(
      hasParents && `in(parents: Parameters<sdk.${group.className}["in"]>[0]): ${group.className}Queries;`,
      group.methods.map((method) => `readonly ${propertyName(method.name)}: ${methodType(group, method)};`),
    ),
    "}",
  ];
}

function methodType({ className, resource }: GroupPlan, method: MethodPlan): string {
  const type = `sdk.${className}[${literal(method.name)}]`;
  const part = method.reply.length > 0 ? "Part" : "";
  const kind = kindOf(method, resource?.list);
  if (kind === "pages") return `PagedOptions<${type}>`;
  if (kind === "list") return `ListOptions<${type}>`;
  return typeof kind === "number"
    ? `Read${part}Options<${type}>`
    : `Write${part}Options<${type}, ${JSON.stringify(kind)}>`;
}
