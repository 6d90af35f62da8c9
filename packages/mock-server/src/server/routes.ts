import { createPathRouter, type PathMatch } from "@onespec/http-requests";
import type { ApiDescription, Operation } from "@onespec/spec-core";
import { basePaths, withoutBase } from "./base-paths.js";
import { type ChooseTwin, createTwinRoutes } from "./twin-routes.js";
import { type ChooseVariant, createVariantRoutes, placeOf, type VariantRequest } from "./variant-routes.js";

/** A path found in the description. */
export interface RouteMatch extends PathMatch<Operation> {
  /** The server's base path that stood before it, `""` without one. */
  readonly base: string;
}

/** Finds the operations of a path, with and without the base paths of the servers. */
export interface Routes {
  /** @param method lower case */
  match(path: string, method: string, request?: VariantRequest): RouteMatch | undefined;
}

/** @param basePath under which everything stands as well: `/api`, or `""` */
export function createRoutes(api: ApiDescription, operations: readonly Operation[], basePath: string): Routes {
  const router = createPathRouter<Operation>();
  const chooseVariant = createVariantRoutes(operations);
  const others: Operation[] = [];
  for (const operation of operations) {
    if (chooseVariant && placeOf(operation.path) !== operation.path) others.push(operation);
    else router.add(operation.path, operation.method, operation);
  }
  for (const each of others) router.add(placeOf(each.path), each.method, each);
  const chooseTwin = createTwinRoutes(api.schemas, operations);
  const own = [...basePaths(api), ""];
  const bases = basePath === "" ? own : [...own.map((base) => basePath + base), ...own];
  return {
    match(path, method, request) {
      let wrongMethod: RouteMatch | undefined;
      // A server's own words first: below its base path a template such as `/{a}/{b}` must not swallow the base.
      for (const base of bases) {
        const rest = base === "" ? path : withoutBase(path, base);
        const found = rest === undefined ? undefined : router.match(rest, method);
        if (!found) continue;
        const match = { methods: found.methods, values: found.values, base };
        if (allows(found.methods, method)) {
          const named = chooseVariant && request ? withVariant(match, method, request, chooseVariant) : match;
          return chooseTwin ? withTwin(named, method, chooseTwin) : named;
        }
        wrongMethod ??= match;
      }
      return wrongMethod;
    },
  };
}

function withTwin(match: RouteMatch, method: string, choose: ChooseTwin): RouteMatch {
  const operation = match.methods.get(method);
  const chosen = operation && choose(operation, match.values);
  return chosen && chosen !== operation ? { ...match, methods: new Map(match.methods).set(method, chosen) } : match;
}

function withVariant(match: RouteMatch, method: string, request: VariantRequest, choose: ChooseVariant): RouteMatch {
  const operation = match.methods.get(method);
  const chosen = operation && choose(operation, request);
  return chosen && chosen !== operation ? { ...match, methods: new Map(match.methods).set(method, chosen) } : match;
}

/** Has the path an operation for the method? `HEAD` is answered by `GET` (RFC 9110, section 9.3.2). */
function allows(methods: ReadonlyMap<string, unknown>, method: string): boolean {
  return methods.has(method) || (method === "head" && methods.has("get"));
}
