import { hash } from "node:crypto";
import { isUint8Array } from "node:util/types";
import { type ContractRequest, essence, headerText, type Problem, type SentFile } from "@onespec/http-contract";
import { getOrMake, isObject } from "@onespec/spec-core";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { Backend } from "../../state/backend.js";
import type { KeptContent } from "../../store/contents.js";
import { type Claim, createMemoryAnswers, type KeptAnswers, type WholeAnswer } from "./kept-answers.js";
import { createSharedAnswers } from "./shared-answers.js";

/** Headers that are not stored, because they are valid for a single answer only. */
const NOT_KEPT = /^(?:access-control-|connection$|content-length$|date$|vary$)/;

/**
 * Runs a `POST` or `PATCH` with a key only once: repetitions get the stored answer. The key is the header `Idempotency-Key` or the property
 * `idempotency_key` of the body. A request that was rejected changed nothing, so its key stays free.
 */
export const idempotency: FastifyPluginAsync = fp(
  async (fastify) => {
    const answers = new WeakMap<Backend, KeptAnswers>();
    const claims = new WeakMap<FastifyRequest, Extract<Claim, { kind: "new" }>>();
    const answersOf = (backend: Backend): KeptAnswers => {
      return getOrMake(answers, backend, () => {
        const { operationStates } = backend.context;
        return operationStates.isShared ? createSharedAnswers(operationStates) : createMemoryAnswers();
      });
    };

    const begin = async (
      request: FastifyRequest,
      reply: FastifyReply,
      key: IdempotencyKey,
    ): Promise<FastifyReply | undefined> => {
      const { contract } = request;
      const { backend } = fastify.mock.stateOf(request);
      const name = digest(contract.operation?.id ?? "", key.text);
      const claim = await answersOf(backend).begin(name, requestFingerprint(contract));
      switch (claim.kind) {
        case "new":
          claims.set(request, claim);
          return undefined;
        case "known": {
          const { answer } = claim;
          reply.answer({ ...answer, headers: { ...answer.headers, "idempotent-replayed": "true" } });
          return reply;
        }
        case "reused":
          reply.refuse(reusedKey(key));
          return reply;
      }
    };

    // An async hook would cost every request a microsecond or two.
    fastify.addHook("preHandler", (request, reply, done) => {
      const key = request.contract?.operation && idempotencyKey(request.contract);
      if (!key) {
        done();
        return;
      }
      begin(request, reply, key).then((answered) => {
        if (!answered) done();
      }, done);
    });
    fastify.addHook("onSend", (request, reply, payload, done) => {
      const claim = claims.get(request);
      if (!claim) {
        done(null, payload);
        return;
      }
      claims.delete(request);
      Promise.resolve(claim.settle(wholeAnswer(reply, payload))).then(() => done(null, payload), done);
    });
  },
  { name: "mock-idempotency" },
);

/** `undefined` for a rejection, and for a stream, which can be read only once. */
function wholeAnswer(reply: FastifyReply, payload: unknown): WholeAnswer | undefined {
  const isWhole = payload === undefined || payload === null || typeof payload === "string" || isUint8Array(payload);
  if (reply.statusCode >= 400 || !isWhole) return undefined;
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => !NOT_KEPT.test(name));
  return {
    status: reply.statusCode,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    body: payload ?? undefined,
  };
}

interface IdempotencyKey {
  readonly text: string;
  readonly in: "header" | "body";
  readonly name: string;
}

const IN_BODY = ["idempotency_key", "idempotencyKey"];

/** The key that identifies repetitions of a `POST` or `PATCH`. Other methods need none. */
function idempotencyKey({ target, body }: ContractRequest): IdempotencyKey | undefined {
  const { method, headers } = target;
  if (method !== "POST" && method !== "PATCH") return undefined;
  const text = headerText(headers, "idempotency-key") ?? headerText(headers, "x-idempotency-key");
  if (text) return { text, in: "header", name: "idempotency-key" };
  const sent = body?.value;
  for (const name of isObject(sent) ? IN_BODY : []) {
    const own = (sent as Record<string, unknown>)[name];
    if (typeof own === "string" && own !== "") return { text: own, in: "body", name };
  }
  return undefined;
}

/** Equal requests have equal fingerprints. The boundary of a multipart body does not count, because it differs in each repetition. */
function requestFingerprint({ target, text, body }: ContractRequest): string {
  const { method, path, query, headers } = target;
  const type = essence(headerText(headers, "content-type") ?? "");
  const files = (body?.files ?? []).map(({ place, file }) => `${place.join("/")} ${fileDigest(file)}`);
  const content = text ?? (files.length > 0 ? files.join("\n") : "") + (JSON.stringify(body?.value) ?? "");
  return digest(method, path, query, type, content);
}

/** Only this server's own storage sets `content`, and it knows the digest. */
function fileDigest({ bytes, content }: SentFile): string {
  return bytes ? hash("sha1", bytes) : ((content as KeptContent | undefined)?.digest ?? "");
}

/** The problem of a key that was sent before with another request. */
function reusedKey({ text, name, in: place }: IdempotencyKey): Problem {
  const message = `The idempotency key ${text} was sent before with another request`;
  return {
    status: 422,
    code: "idempotency-key-reused",
    message: "Idempotency key reused",
    details: [{ in: place, path: `/${name}`, message, hint: "Send a new key with a new request." }],
  };
}

function digest(...parts: readonly string[]): string {
  return hash("sha1", parts.map((part) => hash("sha1", part)).join("\n"));
}
