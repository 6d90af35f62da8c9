import type { ClientContext } from "../send.js";
import type { QueryPlan } from "./query-plan.js";
/** What finds parameters that a list cannot do without. Lists of which all can be left out do not bring it. */
export interface Needing {
    /** What the list asks for and neither the query nor the client gives. */
    readonly missing: (context: ClientContext, plan: QueryPlan) => string[];
    /** @throws ValidationError that names all of them and says where to give them. */
    readonly refuse: (context: ClientContext, plan: QueryPlan) => void;
}
export declare const needing: Needing;
