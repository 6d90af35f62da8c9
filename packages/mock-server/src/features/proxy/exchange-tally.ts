import type { ProblemDetail } from "@onespec/http-contract";
import type { Operation } from "@onespec/spec-core";
import type { PassedExchange } from "./proxy.js";

/** The forwarded exchanges of one operation. */
export interface OperationTally {
  /** `GET /pets/{petId}`, or the path that was called if the description does not have it. */
  readonly operation: string;
  readonly operationId: string | undefined;
  readonly requests: number;
  /** The most frequent first. */
  readonly violations: readonly ViolationTally[];
}

export interface ViolationTally {
  /** The side that breaks the description: `body`, `query`, `response`, ... */
  readonly in: string;
  /** JSON pointer, with `*` for places in lists; `""` for the whole. */
  readonly path: string;
  readonly message: string;
  readonly count: number;
  /** The path of the last request with this violation. */
  readonly lastPath: string;
}

interface Counts {
  readonly operation: string;
  readonly operationId: string | undefined;
  requests: number;
  readonly violations: Map<string, ViolationTally>;
}

/** Maximum number of undescribed paths, because clients can call any number of them. */
const MOST_UNDESCRIBED = 200;
/** Maximum number of violations per operation. Their messages may quote the request, so there can be any number. */
const MOST_VIOLATIONS = 200;

/** Counts the exchanges that a proxy has forwarded, by operation. */
export class ExchangeTally {
  /** By operation, or by method and path if the description has no operation there. */
  readonly #operations = new Map<Operation | string, Counts>();
  #undescribed = 0;

  /** @returns the violations that are new for the operation */
  add({ method, path, operation, violations }: PassedExchange): readonly ProblemDetail[] {
    const counts = this.#countsOf(operation ?? `${method} ${path}`, method);
    counts.requests += 1;
    return violations.filter(({ in: side, path: place = "", message }) => {
      const part = typeof side === "string" ? side : "request";
      const pointer = String(place).replaceAll(/\/\d+(?=\/|$)/g, "/*");
      return count(counts.violations, { in: part, path: pointer, message, count: 1, lastPath: path });
    });
  }

  /** Sorted by name. */
  get operations(): readonly OperationTally[] {
    return [...this.#operations.values()]
      .map(({ violations, ...counts }) => ({
        ...counts,
        violations: [...violations.values()].sort((left, right) => right.count - left.count),
      }))
      .sort((left, right) => (left.operation < right.operation ? -1 : 1));
  }

  clear(): void {
    this.#operations.clear();
    this.#undescribed = 0;
  }

  #countsOf(called: Operation | string, method: string): Counts {
    let key = called;
    if (typeof key === "string" && !this.#operations.has(key)) {
      if (this.#undescribed >= MOST_UNDESCRIBED) key = "other paths";
      else this.#undescribed += 1;
    }
    const known = this.#operations.get(key);
    if (known) return known;
    const [operation, operationId] = typeof key === "string" ? [key, undefined] : [`${method} ${key.path}`, key.id];
    const counts = { operation, operationId, requests: 0, violations: new Map() };
    this.#operations.set(key, counts);
    return counts;
  }
}

/** @returns true for the first of its kind */
function count(violations: Counts["violations"], violation: ViolationTally): boolean {
  const own = JSON.stringify([violation.in, violation.path, violation.message]);
  const isFull = violations.size >= MOST_VIOLATIONS && !violations.has(own);
  const key = isFull ? "others" : own;
  const counted = isFull ? { ...violation, path: "", message: "has other violations" } : violation;
  const before = violations.get(key)?.count ?? 0;
  violations.set(key, { ...counted, count: before + 1 });
  return before === 0;
}
