/**
 * `fields`, with further members that are worked out when somebody first looks at them. A server that starts has no time to
 * read the schema of every body before the first request.
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
  // Every member was just defined.
  return out as Fields & Lazy;
}
