import type { ApiDescription, Operation } from "@onespec/spec-core";
import { acceptedTypes } from "../plan/media-types.js";
import { literal } from "./escape.js";

/** Values that the client states once for all operations. */
export interface OperationDefaults {
  readonly servers: readonly string[];
  /** The security of most operations, as `securityText` writes it. */
  readonly security: string;
  /** The `Accept` header of most operations. */
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

/** The alternatives of an operation's security, as source text. */
export function securityText({ security }: Operation): string {
  // Most operations share the security of the whole description.
  const known = texts.get(security) ?? literal(security.map((names) => names.map(({ scheme }) => scheme).sort()));
  texts.set(security, known);
  return known;
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
