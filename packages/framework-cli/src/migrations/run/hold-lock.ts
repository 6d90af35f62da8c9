import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { MigrationError } from "../../errors/migration-error.js";
import { isGone, thisProcess } from "../../files/process-identity.js";
import type { LockHolder, LockStore } from "../target/migration-target.js";

export interface LockOptions {
  /** The application's name. */
  readonly app: string;
  /** How long to wait for another holder, in milliseconds. */
  readonly waitMs: number;
  /** A holder that has not counted up for so long is dead, in milliseconds. */
  readonly expiryMs: number;
  /** Called once if another process has the lock. */
  readonly onWait?: ((holder: LockHolder) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The usual times. */
export const LOCK_TIMES: Pick<LockOptions, "waitMs" | "expiryMs"> = { waitMs: 60_000, expiryMs: 30_000 };
const LOOK_EVERY_MS = 100;
const BEATS_IN_EXPIRY = 6;

/** The lock while this process has it. */
export interface HeldLock {
  readonly holder: string;
  /** Call it inside each transaction: checks that no other process has taken over the lock. @throws MigrationError LOCK_LOST */
  confirm(): Promise<void>;
}

/**
 * Runs `work` with the lock of the database. Other processes wait. They take over the lock of a dead holder: one whose
 * process no longer exists (on the same machine), or whose counter no longer grows. Clocks of different machines are
 * never compared.
 * @throws MigrationError MIGRATIONS_LOCKED with the holder, if the wait takes too long
 */
export async function holdLock<T>(
  locks: LockStore | undefined,
  options: LockOptions,
  work: (lock: HeldLock) => Promise<T>,
): Promise<T> {
  const me = createHolder(options.app);
  if (locks === undefined) return work({ holder: me.holder, confirm: async () => {} });
  await locks.prepare();
  await acquire(locks, me, options);
  const timer = locks.beatsInBetween
    ? setInterval(() => void locks.beat(me.token).catch(() => {}), options.expiryMs / BEATS_IN_EXPIRY)
    : undefined;
  timer?.unref();
  try {
    return await work({
      holder: me.holder,
      async confirm() {
        if (await locks.beat(me.token)) return;
        throw new MigrationError(
          "LOCK_LOST",
          "Another process took over the migration lock while this one was running.",
          { hint: "The running step was not stored. List the finished migrations: framework migrations:status" },
        );
      },
    });
  } finally {
    clearInterval(timer);
    await locks.release(me.token).catch(() => {});
  }
}

function createHolder(app: string): LockHolder {
  return {
    token: randomUUID(),
    holder: `${app}@${hostname()} (process ${process.pid})`,
    ...thisProcess(),
    beat: 0,
    since: new Date().toISOString(),
  };
}

async function acquire(locks: LockStore, me: LockHolder, options: LockOptions): Promise<void> {
  const deadline = performance.now() + options.waitMs;
  let seen: { readonly token: string; readonly beat: number; readonly at: number } | undefined;
  let told = false;
  for (;;) {
    const other = await locks.read();
    if (other === undefined) {
      if (await locks.take(me)) return;
    } else {
      if (seen?.token !== other.token || seen.beat !== other.beat) {
        seen = { token: other.token, beat: other.beat, at: performance.now() };
      }
      const isSilent = performance.now() - seen.at > options.expiryMs;
      if ((isSilent || isGone(other)) && (await locks.takeOver(other, me))) return;
      if (!told) options.onWait?.(other);
      told = true;
    }
    if (performance.now() > deadline || options.signal?.aborted) throw locked(other, options.waitMs);
    await sleep(LOOK_EVERY_MS);
  }
}

function locked(other: LockHolder | undefined, waitMs: number): MigrationError {
  const who = other === undefined ? "another process" : `${other.holder}, since ${other.since}`;
  return new MigrationError("MIGRATIONS_LOCKED", `The migrations are locked by ${who}. Waited ${waitMs / 1000} s.`, {
    hint: "Wait for it. If that process died, run: framework migrations:unlock --force",
  });
}
