import type { ProblemDetail } from "@onespec/http-contract";
import type { Operation } from "@onespec/spec-core";
import type { PassedExchange } from "./proxy.js";

/** The exchanges of one operation that were passed on. */
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
  /** The path that was called last with it. */
  readonly lastPath: string;
}

interface Counts {
  readonly operation: string;
  readonly operationId: string | undefined;
  requests: number;
  readonly violations: Map<string, ViolationTally>;
}

/** Clients can call any number of paths that the description does not have. */
const MOST_UNDESCRIBED = 200;
/** Most violations kept of one operation. Their messages may quote the request, so there is no end of them. */
const MOST_VIOLATIONS = 200;

/** Counts what a proxy has passed on, by operation. */
export class ExchangeTally {
  /** By operation, and by method and path where the description has none. */
  readonly #operations = new Map<Operation | string, Counts>();
  #undescribed = 0;

  /** @returns the violations that the operation had not had so far */
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
