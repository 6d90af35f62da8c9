export { ACCEPTED_CODINGS, contentCodings, isDecodingError, isKnownCoding, withoutCodings } from "./content-codings.js";
export { cutBrackets, listOfIndexes, type NestRules, nestByBrackets } from "./form/nest-by-brackets.js";
export { type PartHeaders, type PartSink, parseMultipart } from "./form/parse-multipart.js";
export { hasMoreFields, TooManyFields } from "./form/too-many-fields.js";
export { TypedPart, type WireValue } from "./form/wire-value.js";
export { inSlices } from "./in-slices.js";
export type { JsonRules } from "./json/check-structure.js";
export { JsonRefusal } from "./json/json-refusal.js";
export { lineAt, locateJson } from "./json/locate-json.js";
export { parseJsonText } from "./json/parse-json-text.js";
export { parseLargeJson } from "./json/parse-large-json.js";
export { LARGE_BODY, LargeBodies } from "./large-bodies.js";
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
export { decodePercent, decodeQueryText, parseCookiePairs, parseQueryPairs, type QueryPair } from "./query-pairs.js";
