import type { RawOperation } from "../description/raw-operation.js";
import { buildRequest } from "../run/build-request.js";
import { excerpt } from "../run/check-reply.js";
import type { CheckRun } from "../run/check-run.js";
import { fillPath } from "../run/path-values.js";
import { Broken, tell, Undecidable } from "../run/step.js";

const STYLE = "full";
const BINARY = "application/octet-stream";

/** A file with an upload and a download at one path. */
export interface RawFile {
  readonly upload: RawOperation;
  readonly download: RawOperation;
}

export function rawFiles(operations: readonly RawOperation[]): RawFile[] {
  return operations.flatMap((upload) => {
    if (upload.method !== "PUT" || !upload.body?.content.some(({ type }) => type === BINARY)) return [];
    const download = operations.find(({ key }) => key === `GET ${upload.path}`);
    const isFile = download?.responses.some(({ status, content }) => /^2/.test(status) && content.some(isBinary));
    return download !== undefined && isFile ? [{ upload, download }] : [];
  });
}

function isBinary({ type }: { readonly type: string }): boolean {
  return type === BINARY || type === "*/*";
}

/** Checks that a download returns exactly the uploaded bytes. */
export async function runFile(run: CheckRun, { upload, download }: RawFile): Promise<void> {
  await tell(run, { kind: "file", path: upload.path, style: STYLE }, async () => {
    const filled = await fillPath(run, upload, STYLE);
    if (typeof filled === "string") throw new Undecidable(filled);
    const request = await buildRequest(run, upload, STYLE, filled.path, { optional: false });
    const read = await buildRequest(run, download, STYLE, filled.path, { optional: false });
    if (request === undefined || read === undefined) throw new Undecidable("no valid request found");
    const body = Buffer.from(Array.from({ length: 512 }, (_, at) => (at * 7) % 256));
    const stored = await run.client.send({ ...request, headers: { ...request.headers, "content-type": BINARY }, body });
    if (stored.status >= 300) throw new Undecidable(`the upload answers ${stored.status}`);
    const reply = await run.client.send({ ...read, headers: { ...read.headers, accept: BINARY } });
    if (reply.status < 300 && reply.bytes.equals(body)) return;
    const got = reply.status < 300 ? `${reply.bytes.length} other bytes` : `${reply.status} ${excerpt(reply)}`;
    throw new Broken(upload, `${body.length} bytes were uploaded, ${got} came back`, { rule: "upload-differs" });
  });
}
