import { nameInCall, parameterNamed, parametersOf } from "../parameters-of.js";
import { recordParameters } from "../record-parameters.js";
import { compile } from "../validate/compile.js";
import { fieldOf, issueOf } from "../validate/issue.js";
import { isSame } from "../validate/json-equal.js";
export const clientParts = {
    compile,
    fieldOf,
    isSame,
    issueOf,
    nameInCall,
    parameterNamed,
    parametersOf,
    recordParameters,
};
