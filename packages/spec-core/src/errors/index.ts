export { CodedError, type ErrorDetails, isCodedError } from "./coded-error.js";
export { DescriptionError, type DescriptionErrorCode, type SourceLocation } from "./description-error.js";
