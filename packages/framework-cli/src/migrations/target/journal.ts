/** What the database knows of one migration. */
export interface JournalEntry {
  readonly name: string;
  /** Of the file that was run, see `MigrationFile`. */
  readonly checksum: string;
  /** Migrations of one run have the same; counts from 1. */
  readonly batch: number;
  readonly state: JournalState;
  /** Where structure does not roll back: the steps that are done, by their labels. */
  readonly steps: readonly string[];
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly finishedAt: string | undefined;
  /** Who ran it: `shop@host1 (process 4711)`. */
  readonly holder: string;
  /** What stopped it. */
  readonly error: string | undefined;
}

/** `running` and `undoing` outlive a crash; `failed` says that an error stopped it half-way. */
export type JournalState = "applied" | "running" | "failed" | "undoing";

/** The bookkeeping. Calls inside the target's transaction belong to it. */
export interface Journal {
  /** Makes its table where there is none. */
  prepare(): Promise<void>;
  /** In the order of names; none when there is no table yet. */
  read(): Promise<readonly JournalEntry[]>;
  /** Adds it or puts it in place of the one with the same name. */
  write(entry: JournalEntry): Promise<void>;
  remove(name: string): Promise<void>;
}
