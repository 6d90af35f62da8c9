export { asksToUpgrade } from "./asks-to-upgrade.js";
export { ClientGone } from "./client-gone.js";
export { ACCEPTED_CODINGS, contentCodings, isDecodingError, isKnownCoding, withoutCodings } from "./content-codings.js";
export { coerceForm, jsonField } from "./form/coerce-form.js";
export { encodingOf, type FormMedia, splitField } from "./form/form-field.js";
export type { FormRules } from "./form/form-rules.js";
export { cutBrackets } from "./form/nest-by-brackets.js";
export { parseForm } from "./form/parse-form.js";
export { type PartHeaders, type PartSink, parseMultipart } from "./form/parse-multipart.js";
export { TooManyFields } from "./form/too-many-fields.js";
export { TypedPart, type WireValue } from "./form/wire-value.js";
export { inSlices } from "./in-slices.js";
export type { JsonRules } from "./json/check-structure.js";
export { JsonRefusal } from "./json/json-refusal.js";
export { lineAt, locateJson } from "./json/locate-json.js";
export { parseJsonText } from "./json/parse-json-text.js";
export { parseLargeJson } from "./json/parse-large-json.js";
export { LARGE_BODY, LargeBodies } from "./large-bodies.js";
export { listenProblem } from "./listen-problem.js";
export { hostOfOrigin, isLocalName } from "./local-name.js";
export {
  essence,
  headerParameter,
  headerParameters,
  implicitType,
  isJsonType,
  isWithin,
  isXmlType,
  selectMediaType,
} from "./media-type.js";
export type { ParameterCheck } from "./parameters/parameter-check.js";
export { type ParameterChecks, parameterChecks } from "./parameters/parameter-checks.js";
export { type PairsReader, pathReader } from "./parameters/parameter-reader.js";
export { createPathRouter, type PathMatch, type PathRouter } from "./path-router.js";
export { decodePercent, decodeQueryText, parseCookiePairs, parseQueryPairs, type QueryPair } from "./query-pairs.js";
export {
  MISSING_BODY,
  type RequestPart,
  type RequestViolation,
  validationProblem,
  validationStatus,
} from "./request-violation.js";
export { beginTurn, inTurn, ownTurn, takeTurn } from "./turns.js";
export { uriText } from "./uri-text.js";
export { coerceValue } from "./value/coerce-value.js";
export type { WireRules } from "./wire-rules.js";
