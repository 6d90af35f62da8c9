import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Operation, RequestBody } from "@onespec/spec-core";
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import { type ContractParts, DEFAULT_BODY_LIMIT, DEFAULT_FILE_LIMIT } from "./contract-options.js";
import type { FileStore } from "./model/sent-file.js";
import { decodeBody } from "./request/content-codings.js";
import { decodeText, readStreamBody, readTextBody, type TakenBody } from "./request/read-body.js";

/** Reads bodies by the operation that takes the request, whatever their type. */
function takenBody({ options }: ContractParts, operation: Operation, documented: RequestBody): TakenBody {
  const { patches = () => true } = options;
  const { method } = operation;
  return { documented, method, takesPatches: method === "patch" && patches(operation) };
}

/** Reads texts as bodies of requests. */
export function createTextTaker(parts: ContractParts): (request: FastifyRequest, text: string) => void {
  const { schemas } = parts.options.description;
  return ({ contract, headers }, text) => {
    contract.text = text;
    if (text !== "") contract.choose(text);
    const { operation } = contract;
    const documented = operation?.requestBody;
    contract.body =
      documented && readTextBody(schemas, takenBody(parts, operation, documented), headers["content-type"], text);
  };
}

export function addBodyParsers(fastify: FastifyInstance, parts: ContractParts): void {
  const { options } = parts;
  const { description, bodyLimit = DEFAULT_BODY_LIMIT, fileLimit = DEFAULT_FILE_LIMIT } = options;
  const { schemas } = description;
  const takeText = createTextTaker(parts);
  const temporary = options.files === undefined ? temporaryFiles() : undefined;
  const files = options.files ?? (temporary as FileStore);
  if (temporary) fastify.addHook("onClose", () => temporary.close());
  fastify.removeAllContentTypeParsers();
  const readText = (
    request: FastifyRequest,
    bytes: string | Buffer,
    done: (error: Error | null, body?: unknown) => void,
  ): void => {
    try {
      takeText(request, decodeText(bytes as Buffer));
      done(null, request.contract.body?.value);
    } catch (error) {
      done(error as Error);
    }
  };
  // A parser for each common type: for `*`, Fastify would search its other parsers on each request.
  fastify.addContentTypeParser("application/json", { parseAs: "buffer", bodyLimit }, readText);
  fastify.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "buffer", bodyLimit }, readText);
  fastify.addContentTypeParser("*", async (request: FastifyRequest, payload: Readable) => {
    const { contract } = request;
    const { operation } = contract;
    if (!operation?.requestBody) return undefined;
    const limits = { bodyLimit, fileLimit, files };
    contract.body = await readStreamBody(
      schemas,
      takenBody(parts, operation, operation.requestBody),
      request.headers,
      payload,
      limits,
    );
    return contract.body?.value;
  });
}

/** Undoes content codings before Fastify reads a body. */
export function decodeHook(
  { headers, raw }: FastifyRequest,
  _reply: FastifyReply,
  payload: RequestPayload,
  done: DoneHook,
): void {
  const coding = headers["content-encoding"];
  // If a hook has replaced the body by another stream, it has already decoded it. The header is still set.
  if (coding === undefined || payload !== raw) {
    done(null, payload);
    return;
  }
  try {
    done(null, decodeBody(payload, coding));
  } catch (error) {
    done(error as Error);
  }
}

/** Ends a hook of Fastify's. */
export type DoneHook = (error: Error | null, payload?: RequestPayload) => void;

/** Stores files in a temporary folder until the request is answered. */
function temporaryFiles(): FileStore & { close(): Promise<void> } {
  let folder: Promise<string> | undefined;
  return {
    async create() {
      folder ??= mkdtemp(join(tmpdir(), "http-contract-"));
      const path = join(await folder, randomUUID());
      const handle = await open(path, "wx", 0o600);
      let size = 0;
      const remove = (): Promise<void> => rm(path, { force: true });
      return {
        async write(chunk) {
          size += chunk.length;
          await handle.write(chunk);
        },
        async finish() {
          await handle.close();
          return {
            size,
            open: async () => createReadStream(path),
            release: () => void remove().catch(() => undefined),
          };
        },
        async discard() {
          await handle.close();
          await remove();
        },
      };
    },
    async close() {
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}
