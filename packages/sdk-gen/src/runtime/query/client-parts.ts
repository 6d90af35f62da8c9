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
import { valueAt } from "./value-at.js";

/** What the engine takes of the client that calls need as well. A list: names of members would stand in each bundle twice. */
export type ClientParts = readonly [
  MOST_PARTS: typeof MOST_PARTS,
  NotFoundError: typeof NotFoundError,
  QueryTooBroadError: typeof QueryTooBroadError,
  ValidationError: typeof ValidationError,
  compile: typeof compile,
  fieldOf: typeof fieldOf,
  formatName: typeof formatName,
  isPlainObject: typeof isPlainObject,
  isSame: typeof isSame,
  issueOf: typeof issueOf,
  nameInCall: typeof nameInCall,
  parameterNamed: typeof parameterNamed,
  parametersOf: typeof parametersOf,
  partsOf: typeof partsOf,
  recordParameters: typeof recordParameters,
  targetOf: typeof targetOf,
  typesOf: typeof typesOf,
  valueAt: typeof valueAt,
];

export const clientParts: ClientParts = [
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
];
