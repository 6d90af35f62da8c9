/** Entries sorted by name in code unit order, which is the same on every machine. */
export function sorted<T>(map: Readonly<Record<string, T>>): [string, T][] {
  // Many times faster than with a function that compares.
  const names = Object.keys(map).sort();
  return names.map((name) => [name, map[name] as T]);
}

export function sortedMembers<T>(members: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...members.keys()].sort().map((name) => [name, members.get(name) as T]));
}
