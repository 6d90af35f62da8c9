/** An answer for the next calls of an operation. */
export interface OverrideRule {
  readonly operationId: string;
  /** Calls it is for; `always`: until it is removed. */
  readonly times: number | "always";
  /** Absent: the operation answers as usual, after the delay and with the headers. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON; text when `headers` name another media type and it is a string. */
  readonly body?: unknown;
  /** In milliseconds. */
  readonly delay?: number;
}

export interface Override extends OverrideRule {
  readonly id: string;
  /** Calls that are still to come. */
  readonly remaining: number | "always";
}

/** The overrides of one state, oldest first. */
export class Overrides {
  #rules: Override[] = [];
  /** Characters of each, by id. */
  readonly #sizes: Map<string, number> = new Map();
  #lastId = 0;

  get size(): number {
    return this.#rules.length;
  }

  get all(): readonly Override[] {
    return this.#rules;
  }

  /** Characters of all of them. */
  get content(): number {
    return [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
  }

  /** @param size in characters */
  add(rule: OverrideRule, size: number): Override {
    this.#lastId++;
    const override = { ...rule, id: String(this.#lastId), remaining: rule.times };
    this.#rules.push(override);
    this.#sizes.set(override.id, size);
    return override;
  }

  /** Removes one by its id, or all of an operation. @returns false where there is none */
  remove(name: string): boolean {
    const removed = this.#rules.filter(({ id, operationId }) => id === name || operationId === name);
    this.#rules = this.#rules.filter((rule) => !removed.includes(rule));
    for (const { id } of removed) this.#sizes.delete(id);
    return removed.length > 0;
  }

  clear(): void {
    this.#rules = [];
    this.#sizes.clear();
  }

  /** The oldest for the operation, with one call less to come. */
  take(operationId: string): OverrideRule | undefined {
    const rule = this.#rules.find((candidate) => candidate.operationId === operationId);
    if (!rule) return undefined;
    if (rule.remaining === "always") return rule;
    const remaining = rule.remaining - 1;
    const left = { ...rule, remaining };
    if (remaining === 0) this.#sizes.delete(rule.id);
    this.#rules = this.#rules.flatMap((other) => (other !== rule ? [other] : remaining > 0 ? [left] : []));
    return rule;
  }
}
