import { nameInCall, parameterNamed, parametersOf } from "../parameters-of.js";
import { recordParameters } from "../record-parameters.js";
import { compile } from "../validate/compile.js";
import { fieldOf, issueOf } from "../validate/issue.js";
import { isSame } from "../validate/json-equal.js";

/** What the engine takes of the client that calls need as well. */
export interface ClientParts {
  readonly compile: typeof compile;
  readonly fieldOf: typeof fieldOf;
  readonly isSame: typeof isSame;
  readonly issueOf: typeof issueOf;
  readonly nameInCall: typeof nameInCall;
  readonly parameterNamed: typeof parameterNamed;
  readonly parametersOf: typeof parametersOf;
  readonly recordParameters: typeof recordParameters;
}

export const clientParts: ClientParts = {
  compile,
  fieldOf,
  isSame,
  issueOf,
  nameInCall,
  parameterNamed,
  parametersOf,
  recordParameters,
};
