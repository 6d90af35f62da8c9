import type { ClientContext } from "../send.js";
import type { QueryPlan } from "./query-plan.js";
/** What the list asks for and neither the query nor the client gives. */
export declare function missingParameters({ options }: ClientContext, { resource: { list }, fetching }: QueryPlan): string[];
/** @throws ValidationError that names all of them and says where to give them. */
export declare function refuseMissing(context: ClientContext, plan: QueryPlan): void;
