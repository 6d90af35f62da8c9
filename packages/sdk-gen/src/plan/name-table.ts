/**
 * Words that cannot be used as names. They are reserved in JavaScript, would hide names in generated code, or are
 * device names on Windows, even as `Con.js`.
 */
export const MODULE_WORDS: ReadonlySet<string> = new Set(
  `abstract any arguments as async await bigint boolean break case catch class const constructor continue debugger declare default delete do else enum eval
  export extends false finally for from function get global globalThis if implements import in infer instanceof interface is keyof let module namespace never new null
  number object of package private protected prototype public readonly require return self set static string super switch symbol this throw true try type
  typeof undefined unique unknown var void while window with yield
  Array ArrayBuffer BigInt Blob Boolean Date Error File FormData Function Headers Infinity Map Math NaN Number Object Promise Proxy Readonly ReadonlyArray Record
  Omit Partial Pick Required Exclude Extract ReadableStream Reflect RegExp Request Response Set String Symbol URL Uint8Array WeakMap WeakSet
  AsyncIterable AsyncGenerator Iterable JSON
  Call CallOptions Client ClientOptions Model Query QueryOptions ApiResource Resource ResourceOptions RawAnswer ServerEvent model contextOf AuthOptions SchemeSpec ApiError BadRequestError ClientError ConflictError ForbiddenError NetworkError NotFoundError
  PreconditionFailedError RateLimitError RequestFacts ServerError TimeoutError UnauthorizedError UnprocessableEntityError ValidationError OperationSpec Clauses Criteria Find Where
  DocumentedAnswers TestFixtures WorkerFixtures QueryTooBroadError Explanation ResourceSpec RetryOptions SchemaData ClientContext Int64 ModelField EnvelopeMember index shared answers
  con prn aux nul com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9`
    .split(/\s+/)
    .map((word) => word.toLowerCase()),
);

/**
 * Types that every client exports. A model with the same name replaces the type. A resource's class gets another name.
 */
export const SHARED_TYPES: ReadonlySet<string> = new Set(["Drift", "Hooks", "Issue", "Secret", "Tests", "View"]);

/** Longest name in characters: file systems allow 255 bytes with all endings. */
const LONGEST = 100;

/**
 * Hands out unique names. Names that differ only in case count as equal, since file systems may ignore case. Callers ask in sorted
 * order, so that suffixes do not depend on the order of the description.
 */
export class NameTable {
  readonly #taken = new Set<string>();
  /** The next free number of a name, by the name in lower case. */
  readonly #counts = new Map<string, number>();
  readonly #renamed = new Map<string, string>();

  readonly #pins: ReadonlyMap<string, string>;
  readonly #names = new Map<string, string>();

  readonly #reserved: ReadonlySet<string>;

  /**
   * @param reserved names in lower case, which get a suffix
   * @param pins names of an earlier run, by subject. They stay, so a new name never changes an old one.
   */
  constructor(reserved: ReadonlySet<string>, pins: ReadonlyMap<string, string> = new Map()) {
    for (const name of pins.values()) this.#taken.add(name.toLowerCase());
    this.#reserved = reserved;
    this.#pins = pins;
  }

  /**
   * Returns `whole`, shortened if it is too long, and with a suffix if it is taken or reserved.
   * @param subject the named thing, for the report
   * @param end the suffix of reserved names
   */
  take(whole: string, subject: string, end = "_"): string {
    const wanted = whole.slice(0, LONGEST);
    const pinned = this.#pins.get(subject);
    if (pinned !== undefined && !this.#reserved.has(pinned.toLowerCase())) {
      this.#names.set(subject, pinned);
      return pinned;
    }
    let name = this.#reserved.has(wanted.toLowerCase()) ? `${wanted}${end}` : wanted;
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

  /** Reserves a name for a declaration that never asks for one. */
  keep(name: string): void {
    this.#taken.add(name.toLowerCase());
  }

  has(name: string): boolean {
    return this.#taken.has(name.toLowerCase());
  }

  /** All names by subject. The next run uses them as pins. */
  get names(): ReadonlyMap<string, string> {
    return this.#names;
  }

  /** The names that had to be changed, by subject. */
  get renamed(): ReadonlyMap<string, string> {
    return this.#renamed;
  }
}
