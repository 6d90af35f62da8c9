import { readFile } from "node:fs/promises";
import {
  type Answer,
  type ContractCall,
  headerText,
  hostOfOrigin,
  httpContract,
  isLocalName,
  type Problem,
  ProblemError,
  parseQueryPairs,
  type RequestTarget,
} from "@onespec/http-contract";
import { type ApiDescription, loadDescription, meantHint, type Operation } from "@onespec/spec-core";
import { type FastifyInstance, fastify } from "fastify";
import { unreachableProblem } from "../errors/store-problems.js";
import { DELIVERY_HEADER } from "../features/callbacks/delivery.js";
import { hasBody, ignoredHeaders } from "../features/ignored-parameters/ignored-parameters.js";
import { withOrigin } from "../response/own-address.js";
import type { MockState } from "../state/mock-state.js";
import { consoleOperations } from "./console-operations.js";
import { CONTROL_PATH, IN_PROCESS } from "./control-path.js";
import { deliveryOperations } from "./delivery-operations.js";
import { type EventStreams, eventStreams } from "./event-streams.js";
import { logOperations } from "./log-operations.js";
import { overrideOperations } from "./override-operations.js";
import {
  ofUpstream,
  originOf,
  PLANE_HEADERS,
  PlaneAnswer,
  PlaneFile,
  type PlaneOperation,
  type PlaneParts,
  upstreamOfAll,
} from "./plane-operation.js";
import { recordOperations } from "./record-operations.js";
import { serverOperations } from "./server-operations.js";
import { sessionOperations } from "./session-operations.js";
import { singletonOperations } from "./singleton-operations.js";
import { snapshotOperations, stateOperations } from "./state-operations.js";

/** In bytes. Larger than for the API, because an override may contain a long list. */
const BODY_LIMIT = 10 * 1024 * 1024;

/**
 * Serves the control plane below `/__mock`, with a separate description on a separate Fastify instance.
 * @param prefix prefix of the application that the plane belongs to
 */
export async function openControlPlane(
  prefix: string,
  parts: PlaneParts & { readonly controlHosts: readonly string[] },
): Promise<FastifyInstance> {
  const description = await loadDescription(await readPlaneDescription());
  const streams = eventStreams(parts);
  const operations = planeOperations(parts, description, streams);
  const app = fastify({ logger: false });
  app.addHook("onRequest", (request, _reply, done) => {
    const isOwn = request.socket.remoteAddress === IN_PROCESS;
    const refusal = isOwn ? undefined : guardOrigin(request, parts.controlHosts);
    done(refusal && new ProblemError(refusal));
  });
  app.addHook("preClose", async () => streams.close());
  await app.register(ignoredHeaders);
  await app.register(httpContract, {
    prefix: `${prefix}${CONTROL_PATH}`,
    description,
    serverPaths: false,
    bodyLimit: BODY_LIMIT,
    precondition: ({ path }) => (path === "/state/{collection}/{key}" || path === "/singleton" ? "handler" : "path"),
    answers: (operation) => {
      const { id, method, path } = operation;
      const operate = operations[id];
      const known = operation.responses.some(({ status }) => status === "400") ? queryNames(operation) : undefined;
      const isWrite = method !== "get" && /^\/(?:state|import|singleton)\b/.test(path);
      return (
        operate &&
        (async (call) => {
          if (known) refuseUnknown(call.target.query, known);
          if (known && !operation.requestBody && hasBody(call)) refuseBody(operation);
          if (OF_RECORDS.has(id)) refuseForwarded(parts);
          const result = await operate(planeCall(parts, call));
          const session = headerText(call.target.headers, "mock-session");
          if (isWrite) parts.events.emit("state", () => ({ session }));
          return planeAnswer(result, originOf(call.target, parts.base.backend.api));
        })
      );
    },
    problems: (_operation, { status, code, message, details, headers }) => ({
      status,
      headers: { ...PLANE_HEADERS, ...headers },
      body: JSON.stringify({ error: message, code, details }),
    }),
    problemOf: unreachableProblem,
  });
  await app.ready();
  return app;
}

/**
 * Operations that have no meaning if every operation is forwarded, since then no operation reads the mock's records.
 */
const OF_RECORDS: ReadonlySet<string> = new Set([
  "listRecords",
  "createRecord",
  "deleteRecords",
  "getRecord",
  "replaceRecord",
  "updateRecord",
  "deleteRecord",
  "importRecords",
  "getSingleton",
  "updateSingleton",
  "reset",
  "saveSnapshot",
  "restoreSnapshot",
]);

/** @throws ProblemError 409 if every operation is forwarded */
function refuseForwarded(parts: PlaneParts): void {
  const upstream = upstreamOfAll(parts);
  if (upstream !== undefined) throw ofUpstream("These records are", upstream);
}

function queryNames({ parameters }: Operation): readonly string[] {
  return parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
}

/**
 * Rejects unknown parameters: with a misspelt filter, the answer would contain more than the client asked for. @throws
 * ProblemError 400
 */
function refuseUnknown(query: string, known: readonly string[]): void {
  const unknown = [...new Set(parseQueryPairs(query).map(({ name }) => name))].filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const details = unknown.map((name) => {
    const hint = meantHint(name, known, known.length === 0 ? "It has none." : `Use one of ${known.join(", ")}.`);
    return { in: "query" as const, path: `/${name}`, message: `There is no parameter ${JSON.stringify(name)}`, hint };
  });
  throw new ProblemError({ status: 400, code: "unknown-parameter", message: "Unknown query parameter", details });
}

/**
 * Rejects a body: a client that asks in a body for the reset of one resource would reset all of them. @throws
 * ProblemError 400
 */
function refuseBody({ method, path }: Operation): never {
  const message = `${method.toUpperCase()} ${CONTROL_PATH}${path} takes no body`;
  const details = [{ in: "body" as const, path: "", message, hint: "Send none, or {}." }];
  throw new ProblemError({ status: 400, code: "validation-failed", message: "Validation failed", details });
}

function planeCall(parts: PlaneParts, call: ContractCall): Parameters<PlaneOperation>[0] {
  const name = headerText(call.target.headers, "mock-session");
  const state = async (): Promise<MockState> =>
    name === undefined ? parts.base : (await parts.sessions.open(name)).state;
  return { request: call.target, values: call, bodyType: call.bodyType, precondition: call.precondition, state };
}

function planeOperations(
  parts: PlaneParts,
  api: ApiDescription,
  streams: EventStreams,
): Readonly<Record<string, PlaneOperation>> {
  return {
    ...serverOperations(parts, api),
    ...consoleOperations(),
    ...stateOperations(parts),
    ...recordOperations(),
    ...singletonOperations(parts),
    ...snapshotOperations(parts),
    ...overrideOperations(parts),
    ...logOperations(parts),
    ...sessionOperations(parts),
    ...deliveryOperations(parts),
    watch: () => new PlaneAnswer(200, streams.open()),
  };
}

/** @param origin address at which clients reach the records */
function planeAnswer(result: unknown, origin: string): Answer {
  if (result instanceof PlaneFile) return result.answer;
  const { status, body, headers } = result instanceof PlaneAnswer ? result : new PlaneAnswer(200, result);
  if (body === undefined) return { status: 204, headers: { "cache-control": "no-store" }, body: undefined };
  if (body instanceof ReadableStream) {
    return { status, headers: { "content-type": "text/event-stream", "cache-control": "no-store" }, body };
  }
  return { status, headers: { ...PLANE_HEADERS, ...headers }, body: withOrigin(JSON.stringify(body), origin) };
}

/** The file is next to `src` and `dist`, so the path works from both and from the bundle. */
async function readPlaneDescription(): Promise<object> {
  const text = await readFile(new URL("../../control/openapi.json", import.meta.url), "utf8");
  return JSON.parse(text) as object;
}

/**
 * Returns why a request to the plane is rejected, or `undefined`. A page of another origin must not change the state.
 * It could try this by calling the plane, by making the plane the receiver of a callback, or with a host name that it
 * points at this machine (DNS rebinding).
 * @param hosts host names that are allowed in addition to IP addresses and local names
 * @see https://fetch.spec.whatwg.org/#http-origin
 */
function guardOrigin(
  { method, headers }: Pick<RequestTarget, "method" | "headers">,
  hosts: readonly string[],
): Problem | undefined {
  const host = (headerText(headers, "host") ?? "").toLowerCase();
  if (!isLocalName(host, hosts)) {
    const message = `The control plane does not answer to the name ${JSON.stringify(host)}`;
    return refusal("host-refused", message, "Call it as localhost or by address, or allow the name with controlHosts.");
  }
  if (headers[DELIVERY_HEADER] !== undefined) {
    const message = "A callback or webhook may not use the control plane";
    return refusal("cross-origin", message, "Name another receiver.");
  }
  if (method === "GET" || method === "HEAD") return undefined;
  const origin = headerText(headers, "origin");
  const site = headerText(headers, "sec-fetch-site");
  const isForeign = origin !== undefined && hostOfOrigin(origin) !== host;
  if (!isForeign && (site === undefined || site === "same-origin" || site === "none")) return undefined;
  const message = `A page of ${origin ?? "another origin"} may not change the state of the mock server`;
  return refusal("cross-origin", message, "Call the control plane from the test itself, not from a page.");
}

function refusal(code: string, message: string, hint: string): Problem {
  return { status: 403, code, message: "Forbidden", details: [{ in: "header", path: "", message, hint }] };
}
