import { readFile } from "node:fs/promises";
import { LargeBodies } from "@onespec/http-requests";
import { type ApiDescription, loadDescription, type Operation } from "@onespec/spec-core";
import { Refusal } from "../errors/refusal.js";
import { unreachableProblem } from "../errors/unreachable-problem.js";
import { createRequestPlan, type RequestPlan } from "../request/request-plan.js";
import type { Answer } from "../response/answer.js";
import { headerText, type MockRequest } from "../server/mock-request.js";
import { createRoutes } from "../server/routes.js";
import { consoleOperations } from "./console-operations.js";
import { CONTROL_PATH } from "./control-path.js";
import { deliveryOperations } from "./delivery-operations.js";
import { type EventStreams, eventStreams } from "./event-streams.js";
import { logOperations } from "./log-operations.js";
import { overrideOperations } from "./override-operations.js";
import { PlaneAnswer, PlaneFile, type PlaneOperation, type PlaneParts } from "./plane-operation.js";
import { PLANE_HEADERS, planeProblem } from "./plane-problem.js";
import type { Realm } from "./realm.js";
import { recordOperations } from "./record-operations.js";
import { serverOperations } from "./server-operations.js";
import { sessionOperations } from "./session-operations.js";
import { snapshotOperations } from "./snapshot-operations.js";
import { stateOperations } from "./state-operations.js";

/** Answers everything below `/__mock`. */
export interface ControlPlane {
  answer(request: MockRequest): Promise<Answer>;
  close(): void;
}

/** A request is read and checked by the plane's own description, as requests of any other description are. */
export async function openControlPlane(parts: PlaneParts): Promise<ControlPlane> {
  const api = await loadDescription(await readPlaneDescription());
  const routes = createRoutes(api, api.operations, "");
  const streams = eventStreams(parts);
  const operations = planeOperations(parts, api, streams);
  const plans = new Map<Operation, RequestPlan>();
  const largeBodies = new LargeBodies();
  const planOf = (operation: Operation): RequestPlan => {
    const plan = plans.get(operation) ?? createRequestPlan(api.schemas, operation, largeBodies);
    plans.set(operation, plan);
    return plan;
  };

  const run = async (request: MockRequest): Promise<Answer> => {
    const method = request.method === "HEAD" ? "get" : request.method.toLowerCase();
    const match = routes.match(request.path, method);
    if (!match) throw new Refusal(unknown(request.path));
    const operation = match.methods.get(method);
    const operate = operation && operations[operation.id];
    if (!operate) throw new Refusal(wrongMethod(request, [...match.methods.keys()]));
    const read = await planOf(operation).read(request, match.values);
    if (!read.ok) return planeProblem(read.problem);
    const name = headerText(request.headers, "mock-session");
    const realm = async (): Promise<Realm> =>
      name === undefined ? parts.base : (await (await parts.sessions()).open(name)).realm;
    return planeAnswer(await operate({ request, values: read.values, realm }));
  };

  return {
    answer: (request) =>
      run(request).catch((error: unknown) => {
        if (error instanceof Refusal) return planeProblem(error.problem);
        const unreachable = unreachableProblem(error);
        if (unreachable) return planeProblem(unreachable);
        const message = error instanceof Error ? error.message : String(error);
        return planeProblem({ status: 500, code: "internal", message: "It failed", details: [{ message }] });
      }),
    close: () => streams.close(),
  };
}

function planeOperations(
  parts: PlaneParts,
  api: ApiDescription,
  streams: EventStreams,
): Readonly<Record<string, PlaneOperation>> {
  return {
    ...serverOperations(parts, api),
    ...consoleOperations(),
    ...stateOperations(),
    ...recordOperations(),
    ...snapshotOperations(),
    ...overrideOperations(),
    ...logOperations(parts),
    ...sessionOperations(parts),
    ...deliveryOperations(parts),
    watch: () => new PlaneAnswer(200, streams.open()),
  };
}

function planeAnswer(result: unknown): Answer {
  if (result instanceof PlaneFile) return result.answer;
  const { status, body } = result instanceof PlaneAnswer ? result : { status: 200, body: result };
  if (body === undefined) return { status: 204, headers: { "cache-control": "no-store" }, body: undefined };
  if (body instanceof ReadableStream) {
    return { status, headers: { "content-type": "text/event-stream", "cache-control": "no-store" }, body };
  }
  return { status, headers: PLANE_HEADERS, body: JSON.stringify(body) };
}

/** Lies beside `src` and `dist`, so that it is found from either and from the bundle. */
async function readPlaneDescription(): Promise<object> {
  const text = await readFile(new URL("../../control/openapi.json", import.meta.url), "utf8");
  return JSON.parse(text) as object;
}

function unknown(path: string) {
  const hint = `${CONTROL_PATH}/openapi.json says what there is.`;
  return {
    status: 404,
    code: "unknown-path",
    message: "Not found",
    details: [{ message: `The control plane has no ${path}`, hint }],
  };
}

function wrongMethod({ method, path }: MockRequest, methods: readonly string[]) {
  const names = methods.map((name) => name.toUpperCase());
  const allow = (names.includes("GET") ? [...names, "HEAD"] : names).join(", ");
  const message = `${path} has no ${method}; it has ${allow}`;
  return {
    status: 405,
    code: "wrong-method",
    message: "Method not allowed",
    details: [{ message }],
    headers: { allow },
  };
}
