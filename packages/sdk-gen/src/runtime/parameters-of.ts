import { factsOf } from "./operation-facts.js";
import type { OperationSpec, ParameterSpec } from "./operation-spec.js";

/** All parameters of an operation, those of the path first. */
export function parametersOf(operation: OperationSpec): readonly ParameterSpec[] {
  return factsOf(operation).parameters;
}

export function parameterNamed(operation: OperationSpec, name: string | undefined): ParameterSpec | undefined {
  return parametersOf(operation).find((spec) => nameInCall(spec) === name);
}

export function nameInCall(spec: ParameterSpec): string {
  return spec.as ?? spec.name;
}
