import type { ClientOptions } from "./client-options.js";
import { ClientError } from "./errors.js";

/** For clients without validation. @throws ClientError NO_VALIDATION for options that ask for it */
export function refuseValidation({ validateRequests, validateResponses = "off" }: ClientOptions): void {
  if (validateRequests || validateResponses !== "off")
    throw new ClientError("NO_VALIDATION", "the client was generated with --no-validation");
}
