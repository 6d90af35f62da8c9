import type { ApiDescription } from "@onespec/spec-core";

/**
 * The body of a request to the control plane, kept from what would spoil the run: failures that it asks for itself, answers that
 * are held back for minutes, and requests to whatever else listens on this machine.
 */
export function tamePlaneBody(target: string, api: ApiDescription, body: unknown, number: number): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const value = body as Record<string, unknown>;
  if (target.startsWith("/__mock/webhooks")) return { ...value, ...("url" in value && { url: NOBODY }) };
  if (!target.startsWith("/__mock/overrides")) return body;
  const { status, delay, times } = value;
  const known = api.operations[number % api.operations.length]?.id;
  return {
    ...value,
    ...(number % 2 === 0 && { operationId: known }),
    ...(typeof status === "number" && { status: Math.min(status, 499) }),
    ...(typeof delay === "number" && { delay: Math.min(delay, 20) }),
    ...(typeof times === "number" && { times: Math.min(times, 3) }),
  };
}

/** The port of RFC 863, which nobody serves. */
const NOBODY = "http://127.0.0.1:9/hook";
