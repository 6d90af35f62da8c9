import type { ApiDescription, Operation } from "@onespec/spec-core";
import { literal } from "./escape.js";
import { acceptedTypes } from "./media-order.js";

/** What operations need not say, as the client says it once. */
export interface OperationDefaults {
  readonly servers: readonly string[];
  /** Schemes that most operations take, as `securityText` writes them. */
  readonly security: string;
  /** Media types that most operations answer, as `Accept` names them. */
  readonly accept: string;
}

const known = new WeakMap<ApiDescription, OperationDefaults>();

export function operationDefaults(api: ApiDescription): OperationDefaults {
  let defaults = known.get(api);
  if (!defaults) {
    defaults = {
      servers: api.servers.map(({ url }) => url),
      security: usual(api.operations, securityText) ?? "[]",
      accept: usual(api.operations, ({ responses }) => acceptedTypes(responses)) ?? "application/json",
    };
    known.set(api, defaults);
  }
  return defaults;
}

const texts = new WeakMap<Operation["security"], string>();

/** Alternatives of names of schemes, as source text. */
export function securityText({ security }: Operation): string {
  // Most operations share what the description says once for all.
  const known = texts.get(security) ?? literal(security.map((names) => names.map(({ scheme }) => scheme).sort()));
  texts.set(security, known);
  return known;
}

/** What most operations have. */
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
