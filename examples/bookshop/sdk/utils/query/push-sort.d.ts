import type { OperationSpec } from "../operation-spec.js";
import type { SortSpec } from "../resource-spec.js";
import type { SortKey } from "./order.js";
import type { Parameters } from "./query-plan.js";
/** What asks the server for an order. Lists that can be sorted bring it along. */
export type Sorting = (operation: OperationSpec, sort: SortSpec, keys: readonly SortKey[]) => Parameters | undefined;
/** Only orders that the description spells out: a guess could be refused, or mean another. */
export declare const sorting: Sorting;
