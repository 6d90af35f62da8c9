import type { BodySpec, OperationSpec, ParameterSpec } from "./operation-spec.js";
/** What an operation's spec says in short, at length. */
export interface OperationFacts {
    /** Upper case. */
    readonly method: string;
    /** As the description writes it: `/books/{bookId}`. */
    readonly path: string;
    /** Those of the path first. */
    readonly parameters: readonly ParameterSpec[];
    readonly body: BodySpec | undefined;
}
/** Worked out once for each operation. */
export declare function factsOf(operation: OperationSpec): OperationFacts;
/** With what has been found out since. */
export declare function setBody(operation: OperationSpec, body: BodySpec): void;
