import { parsePathTemplate } from "@onespec/spec-core";
import { loadActions } from "../app/load-actions.js";
import { FrameworkError } from "../errors/framework-error.js";
import type { GeneratorApp } from "./generator-app.js";

/**
 * @param action the one that will answer there, `users/list`
 * @throws FrameworkError NAME_INVALID for no path template, FILE_EXISTS when another action answers at that place
 */
export async function checkRoute(app: GeneratorApp, action: string, method: string, path: string): Promise<void> {
  if (!/^\/[\w\-.~!$&'()*+,;=:@%/{}]*$/.test(path) || !isBalanced(path)) {
    throw new FrameworkError("NAME_INVALID", `${path} is no path.`, {
      hint: "Write a path template: /orders/{orderId}/cancel",
    });
  }
  // A file that cannot be loaded is told by lift; it is no reason to refuse a new one.
  const { actions } = await loadActions(app.folder).catch(() => ({ actions: [] }));
  const place = placeOf(path);
  const owner = actions.find(
    (other) => other.name !== action && other.action.method === method && placeOf(other.action.path) === place,
  );
  if (owner === undefined) return;
  throw new FrameworkError("FILE_EXISTS", `${method} ${path} is answered by ${owner.file} already.`, {
    hint: "Nothing was written. Give --method or --path, or another name.",
  });
}

function isBalanced(path: string): boolean {
  return !/[{}]/.test(path.replace(/\{[A-Za-z_][\w-]*\}/g, ""));
}

/** Templates that differ only in the names of parameters are the same. */
function placeOf(path: string): string {
  return parsePathTemplate(path).text.replace(/\{[^{}]*\}/g, "{}");
}
