import { setImmediate } from "node:timers/promises";
import { after, type ContractCall, parseQueryPairs } from "@onespec/http-contract";
import {
  foldName,
  isObject,
  isPagination,
  nearestName,
  type Operation,
  type Parameter,
  RecentCache,
  schemaShape,
  usedParameters,
} from "@onespec/spec-core";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { BehaviourWrapper, MockContext } from "../../model/mock-context.js";
import { isDryRun, queryUse } from "../../model/parameter-use.js";
import { nameInHeader, withIgnored } from "../../response/answer-headers.js";
import { queriedProperties } from "../../response/written-properties.js";
import { DELIVERY_HEADER } from "../callbacks/delivery.js";
import { EXPANDING } from "../relations/expansions.js";
import { undescribedBodyReader } from "../undescribed-bodies/undescribed-bodies.js";

/** Declared query parameters of an operation that have no effect. */
export interface IgnoredParameters {
  /** Id of the operation. */
  readonly operation: string;
  readonly names: readonly string[];
}

/** The parameters of all lists that have no effect. Pauses regularly, so that requests are answered meanwhile. */
export async function ignoredByLists(operations: Iterable<Operation>): Promise<readonly IgnoredParameters[]> {
  const found: IgnoredParameters[] = [];
  let lists = 0;
  for (const operation of operations) {
    if (operation.role.kind !== "list" && operation.role.kind !== "view") continue;
    const names = ignoredNames(operation);
    if (names.length > 0) found.push({ operation: operation.id, names });
    lists += 1;
    if (lists % LISTS_AT_ONCE === 0) await setImmediate();
  }
  return found;
}

/** Number of lists before a pause. Each takes up to a millisecond, because its schemas are read. */
const LISTS_AT_ONCE = 20;

function ignoredNames(operation: Operation): readonly string[] {
  return operation.parameters
    .filter(
      (parameter) =>
        /^query(string)?$/.test(parameter.in) &&
        !hasOtherUse(parameter) &&
        queryUse(operation, parameter) === undefined,
    )
    .map(({ name }) => name);
}

/**
 * Names the parameters of a request that had no effect in `Mock-Ignored`: declared ones, misspelt ones, and second values. Also names a
 * body that the operation does not take.
 */
export const withIgnoredParameters: BehaviourWrapper = (context, { operation, response }, behave) => {
  if (response.status >= 400) return behave;
  const used = queriedProperties(context.schemas, operation);
  const ignored = ignoredNames(operation).filter((name) => !used.has(name));
  const searched = searchedNames(operation);
  const takesBody = operation.requestBody !== undefined || !["post", "put", "patch"].includes(operation.method);
  const undescribed = undescribedBodyReader(context.schemas, operation);
  let misspelt: ReturnType<typeof misspeltReader> | undefined;
  return (call) => {
    const names = ignored.filter((name) => call.query[name] !== undefined);
    if (call.target.query !== "") {
      misspelt ??= misspeltReader(context, operation);
      names.push(...misspelt(call.target.query));
    }
    if (searched && isObject(call.body))
      names.push(...Object.keys(call.body).filter((name) => !isPagination(name) && !searched.has(name)));
    if (!takesBody && hasBody(call)) names.push(...(undescribed?.(call.request.contract.text)?.others ?? ["body"]));
    const answer = behave(call);
    return names.length === 0 ? answer : after(answer, (one) => withIgnored(one, names));
  };
};

/** True if the body has content. Some clients always send a body, such as `{}` or `null`. */
export function hasBody({ request }: Pick<ContractCall, "request">): boolean {
  return !NOTHING.test(request.contract.text ?? "");
}

const NOTHING = /^\s*(?:\{\s*\}|\[\s*\]|null|"")?\s*$/;

/** Number of cached queries per operation. */
const REMEMBERED = 100;

/** Shorter names are too similar to each other to recognise a mistake. */
const SHORTEST = 3;

/**
 * Reads the undeclared names in a query that are similar to a declared parameter: `genr` for `genre`, or `price[gte]` for a plain `price`.
 * Also reads plain parameters that are sent twice with different values, because only the first value counts.
 */
function misspeltReader({ api, schemas }: MockContext, operation: Operation): (query: string) => readonly string[] {
  const declared = operation.parameters.filter((parameter) => parameter.in === "query");
  const shapes = declared.map((parameter) => ({ parameter, shape: schemaShape(schemas, parameter.schema.json) }));
  const spread = shapes.filter(
    ({ parameter, shape }) => parameter.style === "form" && parameter.explode && shape.types.has("object"),
  );
  const takesAny =
    operation.parameters.some((parameter) => parameter.in === "querystring") ||
    spread.some(({ shape: { additional } }) => additional !== undefined && additional !== false);
  if (takesAny || declared.length === 0) return () => [];
  const keys = [...api.securitySchemes.values()].flatMap((scheme) =>
    scheme.type === "apiKey" && scheme.in === "query" ? [scheme.name] : [],
  );
  const inside = spread.flatMap(({ shape }) => [...shape.properties.keys()]);
  const declaredNames = declared.map(({ name }) => name);
  const known = new Set([...declaredNames, ...keys, ...inside]);
  const plain = shapes.flatMap(({ parameter: { name }, shape: { types } }) =>
    types.has("array") || types.has("object") ? [] : [name],
  );
  const nested = declaredNames.filter((name) => !plain.includes(name));
  const isMisspelt = (name: string, free: readonly string[]): boolean => {
    if (plain.some((one) => name.startsWith(`${one}[`))) return true;
    if (name.length < SHORTEST || nested.some((one) => name.startsWith(`${one}[`))) return false;
    return !hasOtherUse({ name }) && !isDryRun(name) && nearestName(name, free) !== undefined;
  };
  const remembered = new RecentCache<string, readonly string[]>(REMEMBERED);
  return (query) => {
    const before = remembered.get(query);
    if (before) return before;
    const pairs = parseQueryPairs(query);
    const sent = new Map<string, string>();
    for (const { name, raw } of pairs) if (!sent.has(name)) sent.set(name, raw);
    const repeated = pairs.filter(({ name, raw }) => plain.includes(name) && sent.get(name) !== raw);
    const unknown = [...sent.keys()].filter((name) => !known.has(name));
    const free = unknown.length === 0 ? [] : declaredNames.filter((name) => !sent.has(name));
    const names = [...repeated.map(({ name }) => name), ...unknown.filter((name) => isMisspelt(name, free))];
    const found = [...new Set(names)];
    remembered.set(query, found);
    return found;
  };
}

/** The properties of a body that filter, sort or page a search or a count; `undefined` for other operations. */
function searchedNames({ role }: Operation): ReadonlySet<string> | undefined {
  const list = role.kind === "view" ? role.search : role.kind === "operation" ? role.counts?.list : undefined;
  if (!list) return undefined;
  return new Set(usedParameters(list).map(({ name }) => name));
}

/** True for parameters such as `expand`, which embed related records in any answer. */
function hasOtherUse({ name }: Pick<Parameter, "name">): boolean {
  return EXPANDING.has(foldName(name));
}

const KNOWN: ReadonlySet<string> = new Set(["mock-session", DELIVERY_HEADER]);

/** Names unknown `Mock-` headers of a request in `Mock-Ignored`, such as a misspelt `Mock-Session`. */
export const ignoredHeaders: FastifyPluginAsync = fp(
  async (fastify) => {
    fastify.addHook("onSend", (request, reply, _payload, done) => {
      const names = unknownHeaders(request);
      if (names.length > 0)
        reply.header(
          "mock-ignored",
          [reply.getHeader("mock-ignored") ?? [], ...names.map(nameInHeader)].flat().join(", "),
        );
      done();
    });
  },
  { name: "mock-ignored-headers" },
);

function unknownHeaders({ headers, contract }: FastifyRequest): readonly string[] {
  const names = Object.keys(headers).filter((name) => name.startsWith("mock-") && !KNOWN.has(name));
  if (names.length === 0) return names;
  const declared = contract?.operation?.parameters ?? [];
  return names.filter((name) => !declared.some((one) => one.in === "header" && one.name.toLowerCase() === name));
}
