import type { ViewRules } from "./view-rules.js";

/**
 * What a client may send. readOnly properties are not required, and one that is sent is ignored, so its value is not
 * looked at either. @see OpenAPI 3.0.4, "Schema Object", readOnly
 */
export const REQUEST_VIEW: ViewRules = { hides: "readOnly", checksHidden: false };
