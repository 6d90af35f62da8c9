import type { Call } from "../send.js";
import { type Send } from "./execute-query.js";
import type { Populating } from "./populating.js";
import type { QueryDraft } from "./query-draft.js";
import type { Explanation } from "./query-plan.js";
/** All that queries do beside being built. Bundles of pages may have it in a file of its own. */
export interface Engine {
    /** The draft without clauses that are still to be looked at. @throws ValidationError */
    readonly collect: (draft: QueryDraft) => QueryDraft;
    readonly run: (draft: QueryDraft, send: Send) => AsyncGenerator<unknown>;
    readonly count: (draft: QueryDraft, send: Send) => Promise<number>;
    readonly explain: (draft: QueryDraft) => Explanation;
    /** The first call; `undefined` when none is needed. */
    readonly firstCall: (draft: QueryDraft) => Call | undefined;
}
/** @param populating what loads relations, of resources that have some */
export declare function engineWith(populating: Populating | undefined): Engine;
