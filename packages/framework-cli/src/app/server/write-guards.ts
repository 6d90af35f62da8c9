import type { Operation, SchemaRegistry } from "@onespec/spec-core";
import type { ActionRequest, Services } from "../action.js";
import type { App, LoadedAction, Route } from "../app.js";
import type { ActionCall } from "./action-call.js";
import { createResponsePlan, type ResponsePlan } from "./response-plan.js";
import { passPolicies, policiesOf } from "./route-policies.js";
import { createWriteGuard, type WriteGuard } from "./write-guard.js";

export interface GuardedRoutes {
  readonly app: Pick<App, "policies">;
  readonly routes: readonly { readonly loaded: LoadedAction; readonly route: Route }[];
  readonly operations: ReadonlyMap<string, Operation>;
  readonly services: Services;
  readonly schemas: SchemaRegistry;
}

/** Methods that change what their path names. */
const CHANGING = new Set(["PUT", "PATCH", "DELETE"]);

/** The guard of what changes at a path: there is one where `GET` on the same path documents an `ETag`, shared by its methods. */
export function createWriteGuards({
  app,
  routes,
  operations,
  services,
  schemas,
}: GuardedRoutes): (route: Route) => WriteGuard | undefined {
  const guards = new Map<string, WriteGuard>();
  for (const { loaded, route } of routes) {
    const operation = operations.get(`GET ${route.path}`);
    if (route.method !== "GET" || operation === undefined || !documentsTag(operation)) continue;
    const policies = policiesOf(app, loaded);
    let plan: ResponsePlan | undefined;
    guards.set(
      route.path,
      createWriteGuard({
        plan: () => {
          plan ??= createResponsePlan(operation, schemas);
          return plan;
        },
        read: (call) => loaded.action.handler(asReading(call), services),
        mayRead: (call) =>
          passPolicies(policies, asReading(call), services).then(
            () => true,
            () => false,
          ),
      }),
    );
  }
  return ({ method, path }) => (CHANGING.has(method) ? guards.get(path) : undefined);
}

function documentsTag({ responses }: Operation): boolean {
  const success = responses.find(({ status }) => status === "200" || status === "2XX");
  return success?.headers.some(({ name }) => name.toLowerCase() === "etag") === true;
}

/** The same request, as if it only asked. */
function asReading(call: ActionCall): ActionRequest {
  const { id, url, ip, params, headers, cookies, log, state, signal } = call;
  return { id, method: "GET", url, ip, params, query: {}, headers, cookies, body: undefined, log, state, signal };
}
