/** Who holds the lock of a database. */
export interface LockHolder {
  readonly token: string;
  /** `shop@host1 (process 4711)` */
  readonly holder: string;
  /** Names the machine and what its process ids count in. */
  readonly host: string;
  readonly pid: number;
  /** Counts up while the holder lives. */
  readonly beat: number;
  /** ISO 8601, UTC. */
  readonly since: string;
}

/** One lock, kept in the database. Each call is atomic. */
export interface LockStore {
  /** Makes its table where there is none. */
  prepare(): Promise<void>;
  read(): Promise<LockHolder | undefined>;
  /** @returns false when somebody has it */
  take(holder: LockHolder): Promise<boolean>;
  /** In place of a dead holder. @returns false when the lock is no longer that holder's */
  takeOver(from: LockHolder, holder: LockHolder): Promise<boolean>;
  /** Counts one up. Inside the target's transaction where there is one. @returns false when the lock is somebody else's by now */
  beat(token: string): Promise<boolean>;
  release(token: string): Promise<void>;
  /** Whether `beat` may be called while a transaction is under way elsewhere; SQLite has one writer only. */
  readonly beatsInBetween: boolean;
}
