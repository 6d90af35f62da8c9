import { NotFoundError, ValidationError } from "../errors.js";
import { isPlainObject } from "../is-plain-object.js";
import { nameInCall, parameterNamed, parametersOf } from "../parameters-of.js";
import { recordParameters } from "../record-parameters.js";
import { compile } from "../validate/compile.js";
import { fieldOf, issueOf } from "../validate/issue.js";
import { isSame } from "../validate/json-equal.js";
import { formatName } from "../validate/keyword.js";
import { targetOf } from "../validate/reached-from.js";
import { MOST_PARTS, partsOf, typesOf } from "../validate/types-of.js";
import { QueryTooBroadError } from "./query-too-broad-error.js";
import { RepeatedPageError } from "./repeated-page-error.js";
import { valueAt } from "./value-at.js";
export const clientParts = [
    MOST_PARTS,
    NotFoundError,
    QueryTooBroadError,
    RepeatedPageError,
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
];
