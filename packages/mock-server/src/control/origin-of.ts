import { basePaths, type RequestTarget } from "@onespec/http-contract";
import type { ApiDescription } from "@onespec/spec-core";
import { requestOrigin } from "../response/request-origin.js";
import { CONTROL_PATH } from "./control-path.js";

/** Where a client of the control plane reaches the API, with the base path: `http://localhost:3000/v1`. */
export function originOf(request: RequestTarget, api: ApiDescription): string {
  const prefix = request.path.slice(0, Math.max(0, request.path.indexOf(CONTROL_PATH)));
  return requestOrigin(request) + prefix + (basePaths(api)[0] ?? "");
}
