/** A fixed answer for the next calls of an operation. */
export interface OverrideRule {
  readonly operationId: string;
  /** Number of calls to answer. `always`: until the rule is removed. */
  readonly times: number | "always";
  /** Absent: the operation runs as usual; only the delay and the headers are added. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value. If `headers` set another media type, a string is sent as text. */
  readonly body?: unknown;
  /** In milliseconds. */
  readonly delay?: number;
}

interface Override extends OverrideRule {
  readonly id: string;
  /** Calls that it will still answer. */
  readonly remaining: number | "always";
}

/** An override that was selected for a request. */
export interface TakenOverride {
  readonly rule: OverrideRule;
  /** Call this if the client disconnected before the answer: the call is then not counted. */
  giveBack(): void;
  /** Counts the call. */
  spend(): void;
}

interface Entry {
  readonly id: string;
  readonly rule: OverrideRule;
  /** In characters. */
  readonly size: number;
  remaining: number | "always";
  /** Number of running calls. */
  open: number;
}

/** The overrides of one state, oldest first. */
export class Overrides {
  /** False if no override was added since the last clear. */
  isUsed = false;
  #entries: Entry[] = [];
  #lastId = 0;

  get size(): number {
    return this.#entries.filter(isLeft).length;
  }

  get all(): readonly Override[] {
    return this.#entries.filter(isLeft).map(shown);
  }

  /** Size of all overrides, in characters. */
  get content(): number {
    return this.#entries.reduce((sum, { size }) => sum + size, 0);
  }

  /** @param size in characters */
  add(rule: OverrideRule, size: number): Override {
    this.#lastId++;
    const entry: Entry = { id: String(this.#lastId), rule, size, remaining: rule.times, open: 0 };
    this.#entries.push(entry);
    this.isUsed = true;
    return shown(entry);
  }

  /** Removes an override by its id, or all overrides of an operation. @returns false if there is none */
  remove(name: string): boolean {
    const isMeant = ({ id, rule }: Entry): boolean => id === name || rule.operationId === name;
    const isThere = this.#entries.some((entry) => isMeant(entry) && isLeft(entry));
    this.#entries = this.#entries.filter((entry) => !isMeant(entry));
    return isThere;
  }

  clear(): void {
    this.#entries = [];
    this.isUsed = false;
  }

  /** The oldest override of the operation. It has one call less, until `giveBack`. */
  take(operationId: string): TakenOverride | undefined {
    const entry = this.#entries.find((one) => one.rule.operationId === operationId && isLeft(one));
    if (!entry) return undefined;
    const count = (calls: number): void => {
      if (entry.remaining !== "always") entry.remaining -= calls;
    };
    const close = (): void => {
      entry.open--;
      if (entry.open === 0 && !isLeft(entry)) this.#entries = this.#entries.filter((one) => one !== entry);
    };
    count(1);
    entry.open++;
    return {
      rule: entry.rule,
      spend: close,
      giveBack: () => {
        count(-1);
        close();
      },
    };
  }
}

function isLeft({ remaining }: Entry): boolean {
  return remaining === "always" || remaining > 0;
}

function shown({ id, rule, remaining }: Entry): Override {
  return { ...rule, id, remaining };
}
