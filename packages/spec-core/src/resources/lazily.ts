/**
 * `fields`, with further members that are worked out when somebody first looks at them and then kept. A server that starts
 * has no time to read the schema of every body before the first request.
 */
export function lazily<Fields extends object, Lazy extends object>(
  fields: Fields,
  members: { readonly [Name in keyof Lazy]: () => Lazy[Name] },
): Fields & Lazy {
  const out: Fields & Partial<Lazy> = { ...fields };
  for (const name of Object.keys(members) as (keyof Lazy)[]) {
    let isKnown = false;
    let value: Lazy[keyof Lazy];
    Object.defineProperty(out, name, {
      enumerable: true,
      get() {
        if (!isKnown) {
          value = members[name]();
          isKnown = true;
        }
        return value;
      },
    });
  }
  // Every member was just defined.
  return out as Fields & Lazy;
}
