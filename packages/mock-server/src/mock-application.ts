import {
  type Fitting,
  httpContract,
  type ProblemAnswers,
  type ProblemDetail,
  type RouteTable,
} from "@onespec/http-contract";
import type { FastifyInstance } from "fastify";
import { holdsRecords } from "./behaviour/create-behaviour.js";
import type { MockOptions } from "./config/mock-options.js";
import { CONTROL_PATH, OAUTH_PATH } from "./control/control-path.js";
import { fullDiskProblem, unreachableProblem } from "./errors/store-problems.js";
import { violationsText } from "./errors/violations-text.js";
import { browsers } from "./features/browsers/browsers.js";
import { createCallbacks } from "./features/callbacks/callbacks.js";
import type { Outgoing } from "./features/callbacks/outgoing.js";
import { withDryRun } from "./features/dry-run/dry-run.js";
import { delays, failures } from "./features/faults/faults.js";
import { withFiles } from "./features/files/files.js";
import { handlers } from "./features/handlers/handlers.js";
import { idempotency } from "./features/idempotency/idempotency.js";
import { ignoredHeaders, withIgnoredParameters } from "./features/ignored-parameters/ignored-parameters.js";
import type { TokenStore } from "./features/oauth/token-store.js";
import { overriddenHeaders, overrides } from "./features/overrides/overrides.js";
import { withOwnAddresses } from "./features/own-addresses/own-addresses.js";
import { prefer } from "./features/prefer/prefer.js";
import { type PassedExchange, proxy } from "./features/proxy/proxy.js";
import { withQueryProperties } from "./features/query-properties/query-properties.js";
import { withExpansions } from "./features/relations/expansions.js";
import { withLinkedRecords } from "./features/relations/linked-records.js";
import { withMemberCopies } from "./features/relations/member-copies.js";
import { withNamedRecords } from "./features/relations/named-records.js";
import { withNestedRecords } from "./features/relations/nested-records.js";
import { logRequests, type RequestLog } from "./features/request-log/request-log.js";
import { security } from "./features/security/security.js";
import { sessionStates } from "./features/sessions/sessions.js";
import { withStream } from "./features/streams/streams.js";
import { withUndescribedBody } from "./features/undescribed-bodies/undescribed-bodies.js";
import { withUpdateMask } from "./features/update-mask/update-mask.js";
import { mockExtensions } from "./features/x-mock/x-mock.js";
import type { FileService } from "./model/files.js";
import type { BehaviourWrapper } from "./model/mock-context.js";
import type { MockHost } from "./state/mock-host.js";
import type { ServedOperations } from "./state/served-operations.js";
import type { Sessions } from "./state/sessions.js";

/** Called with each request that breaks the contract but is answered. */
export type ReportViolations = (
  request: { readonly method: string; readonly path: string },
  violations: readonly ProblemDetail[],
) => void;

/** The parts of a mock that its Fastify application puts on HTTP. */
export interface MockParts {
  readonly host: MockHost;
  readonly options: MockOptions;
  readonly served: ServedOperations;
  readonly table: RouteTable;
  readonly fitting: Fitting;
  readonly problems: ProblemAnswers;
  readonly files: FileService;
  readonly outgoing: Outgoing;
  readonly log: RequestLog;
  readonly sessions: Sessions;
  /** Opened by the first request below `/__mock`. */
  readonly controlPlane: () => Promise<FastifyInstance>;
  /**
   * The OAuth 2.0 server below `/__mock/oauth`. The first request opens it. `undefined`: the description has no OAuth
   * 2.0 scheme.
   */
  readonly oauthPlane: (() => Promise<FastifyInstance>) | undefined;
  readonly tokens: TokenStore;
  readonly onViolations: ReportViolations | undefined;
  readonly onPassed: ((exchange: PassedExchange) => void) | undefined;
  readonly onBug: (error: unknown, request: { readonly method: string; readonly path: string }) => void;
}

/** Registers the mock on a Fastify instance. The features are in the order in which a request passes them. */
export async function mockApplication(fastify: FastifyInstance, parts: MockParts): Promise<void> {
  const { host, options, log, sessions, outgoing } = parts;
  fastify.decorate("mock", host);
  mountPlane(fastify, CONTROL_PATH, parts.controlPlane);
  if (parts.oauthPlane) mountPlane(fastify, OAUTH_PATH, parts.oauthPlane);
  await fastify.register(async (api) => {
    // Its CORS headers come before all other features, its routes after them.
    await httpContract(api, contractOptions(parts));
    await api.register(overriddenHeaders);
    await api.register(logRequests, { log });
    await api.register(ignoredHeaders);
    await api.register(browsers);
    await api.register(sessionStates, { sessions });
    await api.register(overrides);
    await api.register(delays, options);
    await api.register(proxy, { ...options, onPassed: parts.onPassed });
    await api.register(security, { ...options, tokens: parts.tokens });
    await api.register(failures, options);
    for (const wrapper of WRAPPERS) host.wrap(wrapper);
    await api.register(handlers, options);
    await api.register(mockExtensions, options);
    host.wrap(createCallbacks({ ...options, outgoing }));
    await api.register(idempotency);
    await api.register(prefer);
  });
}

/** Features around the behaviours, from the inside out. */
const WRAPPERS: readonly BehaviourWrapper[] = [
  withDryRun,
  withIgnoredParameters,
  withExpansions,
  withQueryProperties,
  withUndescribedBody,
  withUpdateMask,
  withNamedRecords,
  withLinkedRecords,
  withNestedRecords,
  withMemberCopies,
  withOwnAddresses,
  withFiles,
  withStream,
];

function contractOptions({ host, options, served, table, fitting, problems, files, onViolations, onBug }: MockParts) {
  const { bodyLimit, fileLimit, validate } = options;
  return {
    description: host.api,
    operations: served.operations,
    table,
    fitting,
    problems,
    validate,
    bodyLimit,
    fileLimit,
    files: files.received,
    defaults: false,
    cors: {
      origin: true,
      exposedHeaders: [
        "mock-violations",
        "mock-ignored",
        "preference-applied",
        "idempotent-replayed",
        "contract-violations",
      ],
    },
    answersJson: holdsRecords,
    answers: (operation, response) => (call) =>
      host.stateOf(call.request).run((backend) => backend.behaviourOf({ operation, response })(call)),
    hintOfPath: (path) =>
      path.includes(`${CONTROL_PATH}/`) || path.endsWith(CONTROL_PATH)
        ? `The control plane is at ${path.slice(path.indexOf(CONTROL_PATH))}, outside of the paths of the API.`
        : undefined,
    isKnownPath: (operation) => host.base.backend.isKnownPath(operation),
    precondition: ({ role: { kind } }) => (RECORD_WRITES.has(kind) ? "handler" : kind === "create" ? "create" : "path"),
    problemOf: (error) => fullDiskProblem(error) ?? unreachableProblem(error),
    onError: (error, request) => onBug(error, request.contract.target),
    onViolations(call, reply, violations) {
      reply.header("mock-violations", violationsText(violations));
      onViolations?.(call.target, violations);
    },
  } satisfies Parameters<typeof httpContract>[1];
}

/** Roles whose behaviours check preconditions and change the record in one step. */
const RECORD_WRITES: ReadonlySet<string> = new Set(["update", "replace", "delete", "action"]);

/**
 * Mounts a plane, which is a separate Fastify instance. Its first request opens it. Paths of the description take
 * precedence.
 */
function mountPlane(fastify: FastifyInstance, path: string, open: () => Promise<FastifyInstance>): void {
  for (const url of [path, `${path}/*`]) {
    fastify.all(url, {
      exposeHeadRoute: false,
      onRequest: (request, reply, done) => {
        open().then((plane) => {
          reply.hijack();
          plane.routing(request.raw, reply.raw);
        }, done);
      },
      handler: () => undefined,
    });
  }
}
