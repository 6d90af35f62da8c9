import type { ClientParts } from "./client-parts.js";
export declare let MOST_PARTS: typeof import("../validate/types-of.js").MOST_PARTS;
export declare let NotFoundError: typeof import("../errors.js").NotFoundError;
export declare let QueryTooBroadError: typeof import("./query-too-broad-error.js").QueryTooBroadError;
export declare let RepeatedPageError: typeof import("./repeated-page-error.js").RepeatedPageError;
export declare let ValidationError: typeof import("../errors.js").ValidationError;
export declare let compile: typeof import("../validate/compile.js").compile;
export declare let fieldOf: typeof import("../validate/issue.js").fieldOf;
export declare let formatName: typeof import("../validate/keyword.js").formatName;
export declare let isPlainObject: typeof import("../is-plain-object.js").isPlainObject;
export declare let isSame: typeof import("../validate/json-equal.js").isSame;
export declare let issueOf: typeof import("../validate/issue.js").issueOf;
export declare let nameInCall: typeof import("../parameters-of.js").nameInCall;
export declare let parameterNamed: typeof import("../parameters-of.js").parameterNamed;
export declare let parametersOf: typeof import("../parameters-of.js").parametersOf;
export declare let partsOf: typeof import("../validate/types-of.js").partsOf;
export declare let recordParameters: typeof import("../record-parameters.js").recordParameters;
export declare let targetOf: typeof import("../validate/reached-from.js").targetOf;
export declare let typesOf: typeof import("../validate/types-of.js").typesOf;
export declare let valueAt: typeof import("./value-at.js").valueAt;
export type QueryTooBroadError = InstanceType<typeof QueryTooBroadError>;
export type ValidationError = InstanceType<typeof ValidationError>;
/**
 * Gives the engine what every client has loaded by then. If files of the engine imported it, bundlers that split would make files of
 * what both have in common, and a page would start with more files and a kilobyte more.
 */
export declare function handOver(parts: ClientParts): void;
