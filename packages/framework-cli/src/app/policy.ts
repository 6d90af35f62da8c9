import type { ActionRequest, Services } from "./action.js";

/**
 * What a file in `api/policies` exports: a guard that runs before validation of the body. It lets pass by returning nothing or
 * `true`, refuses with `false` (403) or by throwing an `HttpError`.
 */
export type Policy = (request: ActionRequest, services: Services) => unknown;
