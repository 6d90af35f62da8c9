import { ClientError } from "../errors.js";
/** The server gave the same page twice: going on would never end. */
export class RepeatedPageError extends ClientError {
    constructor(resource) {
        super("REPEATED_PAGE", `${resource}: the server answered the same next page twice`);
    }
}
