import { FrameworkError } from "../errors/framework-error.js";

/** Gives up with everything that is wrong, not with the first only. @throws FrameworkError NAME_INVALID */
export function refuseAll(problems: readonly string[], hint: string): void {
  if (problems.length === 0) return;
  throw new FrameworkError("NAME_INVALID", `${problems.join(". ")}.`, { hint: `Nothing was written. ${hint}` });
}
