import type { ClientParts } from "./client-parts.js";

// Live bindings, filled before the first engine is made.
export let MOST_PARTS: typeof import("../validate/types-of.js").MOST_PARTS;
export let NotFoundError: typeof import("../errors.js").NotFoundError;
export let QueryTooBroadError: typeof import("./query-too-broad-error.js").QueryTooBroadError;
export let ValidationError: typeof import("../errors.js").ValidationError;
export let compile: typeof import("../validate/compile.js").compile;
export let fieldOf: typeof import("../validate/issue.js").fieldOf;
export let formatName: typeof import("../validate/keyword.js").formatName;
export let isPlainObject: typeof import("../is-plain-object.js").isPlainObject;
export let isSame: typeof import("../validate/json-equal.js").isSame;
export let issueOf: typeof import("../validate/issue.js").issueOf;
export let nameInCall: typeof import("../parameters-of.js").nameInCall;
export let parameterNamed: typeof import("../parameters-of.js").parameterNamed;
export let parametersOf: typeof import("../parameters-of.js").parametersOf;
export let partsOf: typeof import("../validate/types-of.js").partsOf;
export let recordParameters: typeof import("../record-parameters.js").recordParameters;
export let targetOf: typeof import("../validate/reached-from.js").targetOf;
export let typesOf: typeof import("../validate/types-of.js").typesOf;
export let valueAt: typeof import("./value-at.js").valueAt;

// The classes above are types as well.
export type QueryTooBroadError = InstanceType<typeof QueryTooBroadError>;
export type ValidationError = InstanceType<typeof ValidationError>;

/**
 * Gives the engine what every client has loaded by then. If files of the engine imported it, bundlers that split would make files of
 * what both have in common, and a page would start with more files and a kilobyte more.
 */
export function handOver(parts: ClientParts): void {
  [
    MOST_PARTS,
    NotFoundError,
    QueryTooBroadError,
    ValidationError,
    compile,
    fieldOf,
    formatName,
    isPlainObject,
    isSame,
    issueOf,
    nameInCall,
    parameterNamed,
    parametersOf,
    partsOf,
    recordParameters,
    targetOf,
    typesOf,
    valueAt,
  ] = parts;
}
