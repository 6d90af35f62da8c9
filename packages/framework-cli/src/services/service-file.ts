import type { ServiceContext } from "../action/action.js";

const files = new WeakMap<ServiceContext, string>();

/** Registers the file of the service that gets this context, so that messages can name it. */
export function nameServiceFile(context: ServiceContext, file: string): void {
  files.set(context, file);
}

/** `api/services/issues.js`; the folder where a service made the context itself. */
export function serviceFileOf(context: ServiceContext): string {
  return files.get(context) ?? "api/services";
}
