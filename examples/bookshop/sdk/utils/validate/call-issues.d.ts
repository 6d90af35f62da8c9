import type { OperationSpec } from "../operation-spec.js";
import { type Issue } from "./issue.js";
export interface CheckedCall {
    readonly operation: OperationSpec;
    readonly parameters?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
    readonly options?: {
        readonly contentType?: string;
    } | undefined;
}
/** Everything in a call that the description does not allow; empty when it may be sent. */
export declare function callIssues({ operation, parameters, body, options }: CheckedCall): Issue[];
