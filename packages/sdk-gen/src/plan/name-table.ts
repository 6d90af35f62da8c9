/** Words that cannot name a variable or class in a module, that would shadow what generated code uses, or that Windows keeps for devices, `Con.js` too. */
export const MODULE_WORDS: ReadonlySet<string> = new Set(
  `abstract any arguments as async await bigint boolean break case catch class const constructor continue debugger declare default delete do else enum eval
  export extends false finally for from function get global globalThis if implements import in infer instanceof interface is keyof let module namespace never new null
  number object of package private protected prototype public readonly require return self set static string super switch symbol this throw true try type
  typeof undefined unique unknown var void while window with yield
  Array ArrayBuffer BigInt Blob Boolean Date Error File FormData Function Headers Infinity Map Math NaN Number Object Promise Proxy Readonly ReadonlyArray Record
  Omit Partial Pick Required Exclude Extract ReadableStream Reflect RegExp Request Response Set String Symbol URL Uint8Array WeakMap WeakSet
  AsyncIterable AsyncGenerator Iterable JSON
  Call CallOptions Client ClientOptions Model Query QueryOptions ApiResource Resource ResourceOptions RawAnswer ServerEvent model contextOf AuthOptions SchemeSpec Secret Drift Hooks ApiError BadRequestError ClientError ConflictError ForbiddenError NetworkError NotFoundError
  PreconditionFailedError RateLimitError RequestFacts ServerError TimeoutError UnauthorizedError UnprocessableEntityError ValidationError OperationSpec Clauses Criteria Tests Where
  QueryTooBroadError RepeatedPageError Explanation ResourceSpec RetryOptions SchemaData ClientContext View Issue Int64 ModelField Member index
  con prn aux nul com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9`
    .split(/\s+/)
    .map((word) => word.toLowerCase()),
);

/** Characters: file systems take 255 bytes for a name with all its endings. */
const LONGEST = 100;

/**
 * Hands out names, each once. Names that differ only in case count as the same, since file systems may think so. The suffix of a
 * clash follows from what the name stands for, not from the order of asking, as long as callers ask in a sorted order.
 */
export class NameTable {
  readonly #taken = new Set<string>();
  /** Up to which number a name is taken, by the name in lower case: thousands may ask for one name. */
  readonly #counts = new Map<string, number>();
  readonly #renamed = new Map<string, string>();

  readonly #pins: ReadonlyMap<string, string>;
  readonly #names = new Map<string, string>();

  readonly #reserved: ReadonlySet<string>;

  /**
   * @param reserved names, in lower case, that nothing may have; they get a trailing `_`
   * @param pins names given before, by subject: kept for their subjects, so that a new name never renames an old one
   */
  constructor(reserved: ReadonlySet<string>, pins: ReadonlyMap<string, string> = new Map()) {
    for (const name of pins.values()) this.#taken.add(name.toLowerCase());
    this.#reserved = reserved;
    this.#pins = pins;
  }

  /** `whole`, shortened where it is too long, and with a suffix when it is taken or reserved. `subject` says what it names, for the report. */
  take(whole: string, subject: string): string {
    const wanted = whole.slice(0, LONGEST);
    const pinned = this.#pins.get(subject);
    if (pinned !== undefined && !this.#reserved.has(pinned.toLowerCase())) {
      this.#names.set(subject, pinned);
      return pinned;
    }
    let name = this.#reserved.has(wanted.toLowerCase()) ? `${wanted}_` : wanted;
    if (this.has(name)) {
      let count = this.#counts.get(wanted.toLowerCase()) ?? 2;
      while (this.has(`${wanted}${count}`)) count += 1;
      this.#counts.set(wanted.toLowerCase(), count);
      name = `${wanted}${count}`;
    }
    this.#taken.add(name.toLowerCase());
    this.#names.set(subject, name);
    if (name !== whole) this.#renamed.set(subject, name);
    return name;
  }

  /** Keeps a name from all others: something that is not asked for by itself has it. */
  keep(name: string): void {
    this.#taken.add(name.toLowerCase());
  }

  has(name: string): boolean {
    return this.#taken.has(name.toLowerCase());
  }

  /** Every name given, by subject: the pins of the next run. */
  get names(): ReadonlyMap<string, string> {
    return this.#names;
  }

  /** What could not have the name it asked for, by subject. */
  get renamed(): ReadonlyMap<string, string> {
    return this.#renamed;
  }
}
