import { ClientError } from "../errors.js";
/**
 * The answer's body, of which no more than `most` bytes are held. A few kilobytes may stand for gigabytes when they are compressed, and
 * a server may go on sending as long as the call may take. Where the length is told, the platform sees to it.
 * @throws ClientError ANSWER_TOO_LARGE
 */
export async function readWhole(response, most) {
    const { headers, body, url } = response;
    // One without an address was made in this process.
    if (!body || url === "")
        return response;
    if (!headers.has("content-encoding") && Number(headers.get("content-length") ?? Number.NaN) <= most)
        return response;
    const reader = body.getReader();
    const chunks = [];
    for (let size = 0;;) {
        const { done, value } = await reader.read();
        if (done)
            return new Blob(chunks, { type: headers.get("content-type") ?? "" });
        size += value.byteLength;
        chunks.push(value);
        if (size <= most)
            continue;
        reader.cancel().catch(() => undefined);
        throw tooLarge(most);
    }
}
export function tooLarge(most) {
    return new ClientError("ANSWER_TOO_LARGE", `the answer is larger than maxAnswerBytes: ${most}`);
}
