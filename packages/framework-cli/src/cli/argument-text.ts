import type { Argument } from "commander";

/** `<name>`, `[fields...]` */
export function argumentText(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
