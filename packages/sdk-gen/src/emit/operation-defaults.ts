import type { ApiDescription, Operation } from "@onespec/spec-core";

/** What operations need not say, as the client says it once. */
export interface OperationDefaults {
  readonly servers: readonly string[];
  /** Schemes that most operations take: alternatives of names. */
  readonly security: readonly (readonly string[])[];
}

const known = new WeakMap<ApiDescription, OperationDefaults>();

export function operationDefaults(api: ApiDescription): OperationDefaults {
  let defaults = known.get(api);
  if (!defaults) {
    defaults = { servers: api.servers.map(({ url }) => url), security: usualSecurity(api.operations) };
    known.set(api, defaults);
  }
  return defaults;
}

export function securityOf({ security }: Operation): string[][] {
  return security.map((names) => names.map(({ scheme }) => scheme).sort());
}

function usualSecurity(operations: readonly Operation[]): string[][] {
  const uses = new Map<string, number>();
  for (const operation of operations) {
    const text = JSON.stringify(securityOf(operation));
    uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  const [most = "[]"] = [...uses.keys()].sort(
    (left, right) => (uses.get(right) ?? 0) - (uses.get(left) ?? 0) || (left < right ? -1 : 1),
  );
  return JSON.parse(most) as string[][];
}
