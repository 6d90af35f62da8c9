import { ClientError } from "../errors.js";
/** The query would read more than its guard allows. The message holds the plan and what would help. */
export class QueryTooBroadError extends ClientError {
    plan;
    constructor(plan, message) {
        super("QUERY_TOO_BROAD", message);
        this.plan = plan;
    }
}
