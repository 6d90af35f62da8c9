import type { OperationSpec } from "../operation-spec.js";
import type { SortSpec } from "../resource-spec.js";
import type { SortKey } from "./order.js";
import type { Parameters } from "./query-plan.js";
/** What asks the server for an order. Only those that the description spells out: a guess could be refused, or mean another. */
export declare function orderParameters(operation: OperationSpec, { parameter, direction, values }: SortSpec, keys: readonly SortKey[]): Parameters | undefined;
