export { meantHint, nearestName } from "../words/nearest-name.js";
export { CodedError, type ErrorDetails, isCodedError } from "./coded-error.js";
export { DescriptionError, type DescriptionErrorCode, type SourceLocation } from "./description-error.js";
