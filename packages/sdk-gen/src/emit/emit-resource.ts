import { callParameters } from "../plan/call-parameters.js";
import type { GroupPlan, MethodPlan, ModelPlan, SdkPlan } from "../plan/sdk-plan.js";
import { code, indent, type Line } from "./code.js";
import { docComment } from "./doc-comment.js";
import { bodyBuilders, constantOf, emitMethod } from "./emit-method.js";
import { emitOperation } from "./emit-operation.js";
import { emitResourceSpec, hasQueries, hasSpec } from "./emit-resource-spec.js";
import type { SchemaScope } from "./emit-schema.js";
import { operationDefaults } from "./operation-defaults.js";
import { importUsed, type SharedSchemas } from "./shared-schemas.js";
import { WrittenSchemas } from "./written-schemas.js";

/** The data of a resource, before schemas that it shares with others are moved out. */
export interface ResourceDraft {
  readonly group: GroupPlan;
  /** Its operations, and the facts that queries need. */
  readonly text: string;
  readonly written: WrittenSchemas;
  readonly writers: ReadonlySet<string>;
  /** The parts of the query engine that not all resources need. */
  readonly engine: ReadonlySet<string>;
  /** The models that the text may refer to. */
  readonly used: ReadonlySet<ModelPlan>;
}

export function draftResource(group: GroupPlan, plan: SdkPlan): ResourceDraft {
  const { methods } = group;
  const writers = new Set<string>();
  const engine = new Set<string>();
  const used = new Set<ModelPlan>();
  const written = new WrittenSchemas();
  const scope: SchemaScope = {
    schemas: plan.api.schemas,
    modelAt: plan.modelAt,
    used,
    keywords: new Set<string>(),
    writers,
    engine,
    written,
  };
  const defaults = operationDefaults(plan.api);
  const { validation, language } = plan.features;
  for (const method of methods) for (const builder of bodyBuilders(group, method)) writers.add(builder);
  const annotation = (type: string): string => (language === "ts" ? type : "");
  const lines = [
    ...methods.map(
      (method) =>
        `const ${constantOf(group, method)}${annotation(": OperationSpec")} = ${emitOperation(method.operation, callParameters(method.operation), scope, defaults, { body: validation, parameters: validation || method.record === "find" })};`,
    ),
    "",
    ...(hasSpec(group, plan)
      ? [
          "/** The facts that queries use. */",
          `const spec${annotation(": ResourceSpec")} = ${emitResourceSpec(group, plan, scope)};`,
          "",
        ]
      : []),
  ];
  return { group, text: lines.join("\n"), written, writers, engine, used };
}

/** `resources/<Resource>.js`: its operations as data and a class with a method for each. */
export function emitResource(
  { group, text, written, writers, engine, used }: ResourceDraft,
  shared: SharedSchemas,
  plan: SdkPlan,
  types: ResourceTypes | undefined,
): string {
  const data = shared.apply(text, written);
  const fromQueries = [...(hasQueries(group) ? ["find"] : []), ...[...engine].sort()];
  return code(
    'import { ApiResource } from "../utils/api.js";',
    fromQueries.length > 0 && `import { ${fromQueries.join(", ")} } from "../utils/query.js";`,
    writers.size > 0 && `import { ${[...writers].sort().join(", ")} } from "../utils/http.js";`,
    importUsed(data, used, plan, "../utils"),
    types?.imports,
    "",
    types?.declarations,
    data.text,
    emitClass(group, types, plan),
  );
}

/** The types in the TypeScript file of a resource. JavaScript clients have a separate declaration file instead. */
export interface ResourceTypes {
  readonly imports: readonly string[];
  readonly declarations: Line;
  /** The comment and the signature of each method, without its last semicolon. */
  readonly methods: ReadonlyMap<MethodPlan, { readonly doc: readonly string[]; readonly signature: string }>;
  readonly parents: string | undefined;
}

function emitClass(group: GroupPlan, types: ResourceTypes | undefined, plan: SdkPlan): Line {
  const { resource, description, className, methods } = group;
  const members = [
    hasSpec(group, plan)
      ? [
          "/** Used by `populate` of other resources. */",
          types ? "static readonly spec: ResourceSpec = spec;" : "static spec = spec;",
        ]
      : [],
    resource && resource.parents.length > 0
      ? [
          types ? `in(parents: ${types.parents}): ${className} {` : "in(parents) {",
          ...indent(
            `return new ${types ? `(this.constructor as typeof ${className})` : "this.constructor"}(this._context, { ...this._parents, ...parents });`,
          ),
          "}",
        ]
      : [],
    ...methods.map((method) => {
      const typed = types?.methods.get(method);
      return typed ? typedMethod(emitMethod(group, method, plan), method, typed) : emitMethod(group, method, plan);
    }),
  ];
  return [
    docComment(description ?? resource?.collectionPath ?? className),
    `export class ${className} extends ApiResource {`,
    indent(...members.filter((member) => member.length > 0).map((member, at) => (at === 0 ? member : ["", ...member]))),
    "}",
  ];
}

/**
 * A TypeScript method: the lines of the JavaScript method with a signature. Queries become fields. If there are
 * overloads, the implementation's arguments are `unknown`.
 */
function typedMethod(
  [first = "", ...body]: readonly string[],
  { record }: MethodPlan,
  { doc, signature }: { readonly doc: readonly string[]; readonly signature: string },
): string[] {
  if (record === "find")
    return [
      ...doc,
      `${signature} = (criteria?: object, options?: object) => find(this._context, spec, criteria, options, this._parents) as never;`,
    ];
  const lines = signature.split("\n");
  if (!signature.includes(";\n")) return [...doc, ...lines.slice(0, -1), `${lines.at(-1)} {`, ...body];
  const open = first.replace(/(\w+)(?=[,)])/g, "$1?: unknown").replace(/\) \{$/, "): unknown {");
  return [
    ...doc,
    ...lines.slice(0, -1),
    `${lines.at(-1)};`,
    open,
    ...body.map((line) => line.replace(/\b(params|options)(?=[,)])/g, "$1 as never")),
  ];
}
