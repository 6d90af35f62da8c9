/**
 * The policies that `config/policies.js` gives an action: those of the entry that names it most closely. `books/list` beats
 * `books/*`, which beats `*`; an empty list takes policies away.
 */
export function policiesOfAction(
  config: Readonly<Record<string, readonly string[]>>,
  actionName: string,
): readonly string[] {
  let best: string | undefined;
  for (const glob of Object.keys(config)) {
    if (matchesGlob(glob, actionName) && (best === undefined || glob.length > best.length)) best = glob;
  }
  return best === undefined ? [] : (config[best] ?? []);
}

/** `*`, `books/*` (with what is nested) or `books/list`. */
export function matchesGlob(glob: string, actionName: string): boolean {
  if (glob === "*" || glob === actionName) return true;
  return glob.endsWith("/*") && actionName.startsWith(glob.slice(0, -1));
}
