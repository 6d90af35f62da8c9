import { ClientError } from "../errors.js";
/**
 * The answer's body, of which no more than `most` bytes are held. A few kilobytes may stand for gigabytes when they are compressed, and
 * a server may go on sending as long as the call may take. Where the length is told, the platform sees to it.
 * @throws ClientError ANSWER_TOO_LARGE
 */
export declare function readWhole(response: Response, most: number): Promise<Response | Blob>;
export declare function tooLarge(most: number): ClientError;
