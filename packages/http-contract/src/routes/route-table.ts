import { type ApiDescription, createNearestPaths, type Operation } from "@onespec/spec-core";
import type { RequestTarget } from "../model/message.js";
import { type ChooseOperation, createOperationChooser } from "./ambiguous-paths.js";
import { basePaths, withoutBase } from "./base-paths.js";
import { createPathRouter, type PathMatch } from "./path-router.js";
import { type ChooseVariant, createVariantChooser, placeOf } from "./path-variants.js";

/** A path found in the description. */
export interface RouteMatch extends PathMatch<Operation> {
  /** The base path that stood before it, `""` without one. */
  readonly base: string;
}

/** Finds the operations of a path, with and without the base paths of the servers. */
export interface RouteTable {
  /** The base paths that every operation is served under, longest first. The last one is `""`. */
  readonly bases: readonly string[];
  /** Operations that a router of paths alone can find: no other operation of their method has their place. */
  readonly plain: readonly Operation[];
  /** @param method lower case */
  match(path: string, method: string): RouteMatch | undefined;
  /** Chooses between the operations of one place by the request's query, headers and form. @param form text of a urlencoded body */
  choose(operation: Operation, match: RouteMatch, target: RequestTarget, form?: string): Operation;
  /** The paths of the description that are most like a path, below the base path that it begins with. */
  nearest(path: string): readonly string[];
}

export interface BaseOptions {
  /** An additional base path: `/api`, or `""`. */
  readonly basePath: string;
  /** True to also serve everything below the paths of the servers. */
  readonly serverPaths: boolean;
}

export function createRouteTable(
  api: ApiDescription,
  operations: readonly Operation[],
  { basePath, serverPaths }: BaseOptions,
): RouteTable {
  const router = createPathRouter<Operation>();
  const chooseVariant = createVariantChooser(operations);
  const chooseAmbiguous = createOperationChooser(api.schemas, operations);
  const isVariant = ({ path }: Operation): boolean => chooseVariant !== undefined && placeOf(path) !== path;
  // The operation of the plain path comes before its variants.
  for (const each of operations) if (!isVariant(each)) router.add(each.path, each.method, each);
  for (const each of operations) if (isVariant(each)) router.add(placeOf(each.path), each.method, each);
  const own = serverPaths ? [...basePaths(api), ""] : [""];
  const bases = basePath === "" ? own : [...own.map((base) => basePath + base), ...own];
  let nearestTo: ((path: string) => readonly string[]) | undefined;
  return {
    bases,
    plain: operations.filter((each) => !isVariant(each) && !chooseVariant?.has(each) && !chooseAmbiguous?.has(each)),
    match(path, method) {
      let wrongMethod: RouteMatch | undefined;
      // Longest base first: below it a template such as `/{a}/{b}` must not swallow the base.
      for (const base of bases) {
        const rest = base === "" ? path : withoutBase(path, base);
        const found = rest === undefined ? undefined : router.match(rest, method);
        if (!found) continue;
        const match = { methods: found.methods, values: found.values, base };
        if (operationOf(match, method)) return match;
        wrongMethod ??= match;
      }
      return wrongMethod;
    },
    choose: (operation, match, target, form) => chosen(operation, match, target, form, chooseVariant, chooseAmbiguous),
    nearest(path) {
      nearestTo ??= createNearestPaths(operations.map((operation) => operation.path));
      const base = bases.find((each) => each !== "" && withoutBase(path, each) !== undefined);
      const rest = base === undefined ? path : (withoutBase(path, base) ?? path);
      return nearestTo(rest).map((each) => `${base ?? ""}${each}`);
    },
  };
}

function chosen(
  operation: Operation,
  { values }: RouteMatch,
  target: RequestTarget,
  form: string | undefined,
  chooseVariant: ChooseVariant | undefined,
  chooseAmbiguous: ChooseOperation | undefined,
): Operation {
  const variant = chooseVariant ? chooseVariant.choose(operation, target, form) : operation;
  return chooseAmbiguous ? chooseAmbiguous.choose(variant, values, target) : variant;
}

/** The operation for a method. `HEAD` is answered by `GET` (RFC 9110, section 9.3.2). @param method lower case */
export function operationOf({ methods }: Pick<RouteMatch, "methods">, method: string): Operation | undefined {
  return methods.get(method) ?? (method === "head" ? methods.get("get") : undefined);
}

/** All methods that a path answers, upper case, as the header `Allow` lists them. */
export function allowedMethods({ methods }: Pick<RouteMatch, "methods">): readonly string[] {
  const names = [...methods.keys()].map((method) => method.toUpperCase());
  if (methods.has("get") && !methods.has("head")) names.push("HEAD");
  if (!methods.has("options")) names.push("OPTIONS");
  return names;
}
