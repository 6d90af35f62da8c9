/** What completion is written for. */
export const SHELLS: readonly ["bash", "zsh", "fish"] = ["bash", "zsh", "fish"];

export type Shell = (typeof SHELLS)[number];
