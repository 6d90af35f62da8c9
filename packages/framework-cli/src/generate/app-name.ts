import { FrameworkError } from "../errors/framework-error.js";
import { RESERVED_FILES } from "./reserved-names.js";

/** A name that is a folder, a package and a database at once. @throws FrameworkError NAME_INVALID */
export function checkAppName(name: string): void {
  const isRight = /^[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*$/.test(name) && name.length <= 60;
  if (isRight && !RESERVED_FILES.test(name) && name !== "node_modules") return;
  throw new FrameworkError("NAME_INVALID", `${name} cannot be an application's name.`, {
    hint: "Use small letters, digits and dashes, such as web-shop; the folder is made in the one you are in.",
  });
}
