/**
 * Adds members to `fields` that are computed at first use. A starting server has no time to read the schema of every
 * body before the first request.
 */
export function lazily<const Fields extends object, Lazy extends object>(
  fields: Fields,
  members: { readonly [Name in keyof Lazy]: () => Lazy[Name] },
): Fields & Lazy {
  const out = { ...fields };
  for (const name in members) {
    let find: (() => unknown) | undefined = members[name];
    let value: unknown;
    const get = (): unknown => {
      if (find !== undefined) value = find();
      find = undefined;
      return value;
    };
    Object.defineProperty(out, name, { enumerable: true, get });
  }
  // All members of `Lazy` have been defined above.
  return out as Fields & Lazy;
}
