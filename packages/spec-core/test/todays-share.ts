const DAY_MS = 86_400_000;

/** One of so many, another each day, for tests of real descriptions that take long: `ONESPEC_LONG=1` takes all. */
export function todaysShare<T>(items: readonly T[], oneIn: number): readonly T[] {
  const day = Math.floor(Date.now() / DAY_MS);
  return process.env.ONESPEC_LONG === "1" ? items : items.filter((_, at) => (at + day) % oneIn === 0);
}
