/**
 * `fields`, with further members that are worked out when somebody first looks at them and then kept. A server that starts
 * has no time to read the schema of every body before the first request.
 */
export function lazily<Fields extends object, Lazy extends object>(
  fields: Fields,
  members: { readonly [Name in keyof Lazy]: () => Lazy[Name] },
): Fields & Lazy {
  const out = { ...fields };
  Object.defineProperty(out, STATE, { value: { members, values: undefined } satisfies LazyState });
  for (const name in members) Object.defineProperty(out, name, accessorOf(name));
  // Every member was just defined.
  return out as Fields & Lazy;
}

const STATE = Symbol("lazy members");

interface LazyState {
  readonly members: Readonly<Record<string, () => unknown>>;
  /** Those that are known. */
  values: Map<string, unknown> | undefined;
}

/** One for all objects with a member of that name: with one for each, no two objects would be of one shape to the engine. */
function accessorOf(name: string): PropertyDescriptor {
  let accessor = ACCESSORS.get(name);
  if (!accessor) {
    accessor = {
      enumerable: true,
      get(this: { readonly [STATE]: LazyState }) {
        const state = this[STATE];
        state.values ??= new Map();
        if (!state.values.has(name)) state.values.set(name, state.members[name]?.());
        return state.values.get(name);
      },
    };
    ACCESSORS.set(name, accessor);
  }
  return accessor;
}

const ACCESSORS = new Map<string, PropertyDescriptor>();
