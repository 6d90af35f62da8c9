import { httpContract, type ProblemDetail, type RequestHeaders } from "@onespec/http-contract";
import type { ApiDescription } from "@onespec/spec-core";
import { fastify, type InjectOptions } from "fastify";

/** A request as it came, with what is known of its body. */
export interface PassedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /** `undefined`: it has none, or one that is passed on without being looked at. */
  readonly body: Buffer | undefined;
  readonly isUnread: boolean;
}

/** Holds requests against a description. */
export interface RequestChecker {
  violations(request: PassedRequest): Promise<readonly ProblemDetail[]>;
  close(): Promise<void>;
}

/** Headers of the connection, and those that only choose between answers. */
const NOT_CHECKED = new Set([
  "accept",
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);
const VIOLATIONS = "violations";

/** A server of the description that nobody can reach: it is asked what it would say of a request. */
export async function createRequestChecker(
  description: ApiDescription,
  limits: { readonly bodyLimit: number; readonly basePath: string },
): Promise<RequestChecker> {
  const app = fastify({ routerOptions: { maxParamLength: 16 * 1024 } });
  const answer = (details: readonly ProblemDetail[]) => ({
    status: 200,
    headers: { [VIOLATIONS]: encodeURIComponent(JSON.stringify(details)) },
    body: undefined,
  });
  await app.register(httpContract, {
    description,
    ...limits,
    validate: "warn",
    defaults: false,
    precondition: () => "handler",
    answers: () => () => ({ status: 204, headers: {}, body: undefined }),
    onViolations: (_call, reply, details) => void reply.header(VIOLATIONS, encodeURIComponent(JSON.stringify(details))),
    problems: (_operation, { message, details }) => answer(details.length > 0 ? details : [{ message }]),
  });
  await app.ready();
  return {
    async violations({ method, url, headers, body, isUnread }) {
      const kept = Object.entries(headers).filter(
        ([name]) => !NOT_CHECKED.has(name) && !(isUnread && /^content-/.test(name)),
      );
      const reply = await app.inject({
        method: method as NonNullable<InjectOptions["method"]>,
        url,
        headers: Object.fromEntries(kept) as Record<string, string>,
        ...(body !== undefined && body.length > 0 && { payload: body }),
      });
      const text = reply.headers[VIOLATIONS];
      const found = typeof text === "string" ? (JSON.parse(decodeURIComponent(text)) as ProblemDetail[]) : [];
      return isUnread ? found.filter((detail) => detail.in !== "body") : found;
    },
    close: () => app.close(),
  };
}
