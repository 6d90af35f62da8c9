/** Where the plane beside the description's paths stands. */
export const CONTROL_PATH = "/__mock";

export function isControlPath(path: string): boolean {
  return path.startsWith(CONTROL_PATH) && (path.length === CONTROL_PATH.length || path[CONTROL_PATH.length] === "/");
}
