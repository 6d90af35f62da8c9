import type { ViewRules } from "./view-rules.js";

/** What a server may answer. writeOnly properties are not required. @see OpenAPI 3.0.4, "Schema Object", writeOnly */
export const RESPONSE_VIEW: ViewRules = { hides: "writeOnly", checksHidden: true };
