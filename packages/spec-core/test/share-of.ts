/** One of so many, for tests of real descriptions that take long: `ONESPEC_LONG=1` takes all. */
export function shareOf<T>(items: readonly T[], oneIn: number): readonly T[] {
  return items.filter((_, at) => process.env.ONESPEC_LONG === "1" || at % oneIn === 1);
}
