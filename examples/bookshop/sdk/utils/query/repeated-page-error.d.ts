import { ClientError } from "../errors.js";
/** The server gave the same page twice: going on would never end. */
export declare class RepeatedPageError extends ClientError {
    constructor(resource: string);
}
