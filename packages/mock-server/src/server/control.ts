import type { Answer } from "../response/answer.js";
import type { MockRequest } from "./mock-request.js";

/** The plane beside the description's paths. A description with a path of this name loses it. */
const CONTROL_PATH: string = "/__mock";

export function isControlPath(path: string): boolean {
  return path.startsWith(CONTROL_PATH) && (path.length === CONTROL_PATH.length || path[CONTROL_PATH.length] === "/");
}

export function controlAnswer({ method, path }: MockRequest): Answer {
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  if (path !== `${CONTROL_PATH}/health`) {
    const details = [{ message: `There is no ${path}`, hint: `Try ${CONTROL_PATH}/health.` }];
    return { status: 404, headers, body: JSON.stringify({ error: "Not found", details }) };
  }
  if (method !== "GET" && method !== "HEAD") {
    const body = JSON.stringify({ error: "Method not allowed", details: [{ message: `${path} has no ${method}` }] });
    return { status: 405, headers: { ...headers, allow: "GET, HEAD" }, body };
  }
  return { status: 200, headers, body: JSON.stringify({ status: "ok" }) };
}
