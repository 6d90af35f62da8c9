/** The kinds of files that `destroy` removes. */
export const DESTROYABLE: readonly ["controller", "model", "service", "policy", "resource"] = [
  "controller",
  "model",
  "service",
  "policy",
  "resource",
];

export type DestroyableKind = (typeof DESTROYABLE)[number];
