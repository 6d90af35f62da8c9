import type { OperationSpec, ParameterSpec } from "./operation-spec.js";
/** All parameters of an operation, those of the path first. */
export declare function parametersOf(operation: OperationSpec): readonly ParameterSpec[];
export declare function parameterNamed(operation: OperationSpec, name: string | undefined): ParameterSpec | undefined;
export declare function nameInCall(spec: ParameterSpec): string;
