import type { ApiDescription, Operation, SecurityScheme } from "@onespec/spec-core";
import { acceptedTypes } from "../plan/media-types.js";
import { literal } from "./escape.js";

/** Values that the client states once for all operations. */
export interface OperationDefaults {
  /** The servers of the description. Operations without their own servers use the first one. */
  readonly servers: readonly string[];
  /** The security of an operation. */
  readonly securityOf: (operation: Operation) => string;
  /** The value that most operations have. */
  readonly security: string;
  /** The `Accept` header of most operations. */
  readonly accept: string;
}

const known = new WeakMap<ApiDescription, OperationDefaults>();

export function operationDefaults(api: ApiDescription): OperationDefaults {
  let defaults = known.get(api);
  if (!defaults) {
    const securityOf = securityTexts(api);
    defaults = {
      servers: api.servers.map(({ url }) => url),
      securityOf,
      security: usual(api.operations, securityOf) ?? "[]",
      accept: usual(api.operations, ({ responses }) => acceptedTypes(responses)) ?? "application/json",
    };
    known.set(api, defaults);
  }
  return defaults;
}

/** The alternatives of each operation's security, as source text. The alternatives that fit a token best come first. */
function securityTexts(api: ApiDescription): OperationDefaults["securityOf"] {
  const { securitySchemes, operations, document } = api;
  const rank = (names: readonly string[]): number =>
    Math.max(0, ...names.map((name) => rankOf(securitySchemes.get(name))));
  const text = (alternatives: readonly (readonly string[])[]): string =>
    literal([...alternatives].sort((left, right) => rank(left) - rank(right)));
  // If the description declares schemes but never says which operations need them, any scheme may work for any
  // operation.
  const isSaid = document.security !== undefined || operations.some(({ security }) => security.length > 0);
  const any = text([...securitySchemes.keys()].sort().map((name) => [name]));
  // An operation that documents a 401 needs credentials, even if it declares none.
  const takesAny = ({ responses }: Operation): boolean => !isSaid || responses.some(({ status }) => status === "401");
  const known = new WeakMap<Operation["security"], string>();
  return (operation) => {
    const { security, path, method } = operation;
    const paths = document.paths as Readonly<Record<string, Readonly<Record<string, { security?: unknown }>>>>;
    const isOpen = document.security !== undefined || paths?.[path]?.[method]?.security !== undefined;
    if (!isOpen && takesAny(operation)) return any;
    // Most operations share the security of the whole description.
    const said = known.get(security) ?? text(security.map((names) => names.map(({ scheme }) => scheme).sort()));
    known.set(security, said);
    return said;
  };
}

function rankOf(scheme: SecurityScheme | undefined): number {
  if (scheme?.type === "apiKey") return ["header", "query", "cookie"].indexOf(scheme.in) + 1;
  return scheme?.type === "mutualTLS" ? 4 : 0;
}

/** The most frequent text. */
function usual(operations: readonly Operation[], of: (operation: Operation) => string): string | undefined {
  const uses = new Map<string, number>();
  for (const operation of operations) {
    const text = of(operation);
    uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  const [most] = [...uses.keys()].sort(
    (left, right) => (uses.get(right) ?? 0) - (uses.get(left) ?? 0) || (left < right ? -1 : 1),
  );
  return most;
}
