/** What `destroy` can take back. */
export const DESTROYABLE: readonly ["controller", "model", "service", "policy", "resource"] = [
  "controller",
  "model",
  "service",
  "policy",
  "resource",
];

export type DestroyableKind = (typeof DESTROYABLE)[number];
