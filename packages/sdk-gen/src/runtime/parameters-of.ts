import type { OperationSpec, ParameterSpec } from "./operation-spec.js";
import type { SchemaObject } from "./schema-data.js";

const TEXT: SchemaObject = { type: "string" };
const known = new WeakMap<OperationSpec, readonly ParameterSpec[]>();

/** All parameters of an operation, those of the path first: with what its spec says in short, or not at all. */
export function parametersOf(operation: OperationSpec): readonly ParameterSpec[] {
  let all = known.get(operation);
  if (!all) {
    const listed = (operation.parameters ?? []).map(
      (spec): ParameterSpec => (typeof spec === "string" ? { name: spec, in: "query", schema: TEXT } : spec),
    );
    const own = Array.from(
      operation.path.matchAll(/\{([^{}]*)\}/g),
      ([, name = ""]): ParameterSpec =>
        listed.find((spec) => spec.in === "path" && spec.name === name) ?? { name, in: "path", schema: TEXT },
    );
    all = [...new Set([...own, ...listed])];
    known.set(operation, all);
  }
  return all;
}

export function parameterNamed(operation: OperationSpec, name: string | undefined): ParameterSpec | undefined {
  return parametersOf(operation).find((spec) => nameInCall(spec) === name);
}

export function nameInCall(spec: ParameterSpec): string {
  return spec.as ?? spec.name;
}
