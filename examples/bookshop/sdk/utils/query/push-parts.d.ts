import type { ListSpec, ResourceSpec } from "../resource-spec.js";
import { type Parameters, type PlanStep, type QueryState } from "./query-plan.js";
/**
 * The parameters that make the server answer with less, or with more, of each record: `fields` for `select`, `expand` for
 * `populate`. What comes is trimmed and completed here as well, so results look alike whatever the server does.
 */
export declare function fieldParameters({ relations, id }: ResourceSpec, list: ListSpec, state: QueryState, taken: ReadonlySet<string>, steps: PlanStep[]): Parameters;
