export { allDiagnostics } from "./all-diagnostics.js";
export { bundleDescription } from "./bundle-description.js";
export { isHeaderName } from "./description/build-content.js";
export { walkReferences } from "./document/walk-references.js";
export { CodedError, type ErrorDetails } from "./errors/coded-error.js";
export { DescriptionError, type DescriptionErrorCode, type SourceLocation } from "./errors/description-error.js";
export type { Diagnostic } from "./errors/diagnostic.js";
export { withinStack } from "./errors/too-large.js";
export { isObject, type JsonObject } from "./json/is-object.js";
export { jsonOf } from "./json/json-of.js";
export { escapeToken, joinPointer, parsePointer, valueAt } from "./json/json-pointer.js";
export { valueAtPlace, withValueAt } from "./json/place-value.js";
export { getOrMake, RecentCache } from "./lazy/caches.js";
export { loadDescription } from "./load-description.js";
export type * from "./model/api-description.js";
export type * from "./model/list-convention.js";
export type * from "./model/operation-role.js";
export type * from "./model/resource.js";
export { createGroupFinder } from "./naming/operation-groups.js";
export { type NamedGroup, shortOperationName } from "./naming/short-operation-name.js";
export { createNearestPaths } from "./paths/nearest-paths.js";
export { pathNoun } from "./paths/path-noun.js";
export {
  type PathSegment,
  type PathTemplate,
  parsePathTemplate,
  percentEncode,
  type SegmentPart,
  splitQuery,
} from "./paths/path-template.js";
export { createSegmentPattern, type SegmentPattern } from "./paths/segment-pattern.js";
export type { LoadOptions } from "./read/link-root.js";
export { type ParsedText, parseText } from "./read/parse-text.js";
export { type DescriptionSource, readDescription } from "./read/read-source.js";
export { findJsonFault, jsonPosition } from "./read/scan-json.js";
export { findEnvelopeId, findIdPlace, findListCount, findRecordIds, findRecordList } from "./resources/ids/id-place.js";
export { idPrefix } from "./resources/ids/id-types.js";
export { saysUnique } from "./resources/ids/says-unique.js";
export { saidOfExisting, saysUpsert } from "./resources/ids/says-upsert.js";
export { filtersByName } from "./resources/lists/filters.js";
export { isPagination } from "./resources/lists/infer-list-convention.js";
export { type PageHeader, type PageHeaderFact, pageHeadersOf } from "./resources/lists/page-headers.js";
export { hasPages, usedParameters } from "./resources/lists/used-parameters.js";
export { lastWord } from "./resources/routes/path-shape.js";
export { isAside } from "./resources/shapes/list-shape.js";
export { NATURAL_KEYS } from "./resources/shapes/many-records.js";
export { spellings } from "./resources/spellings.js";
export {
  endTold,
  firstCount,
  firstFlag,
  firstStatus,
  firstValue,
  STATUS,
  saysValue,
  VERSION,
} from "./sample/first-value.js";
export { samplePattern } from "./sample/pattern.js";
export type { Sample, SampleOptions } from "./sample/sample-schema.js";
export { sampleSchema } from "./sample/sample-schema.js";
export { type Matcher, toMatcher } from "./schema/patterns/matcher.js";
export {
  type Discriminator,
  isByExample,
  type JsonSchema,
  type JsonSchemaObject,
  type Schema,
  type SchemaRegistry,
  type SchemaValidator,
  type SchemaViolation,
  type View,
} from "./schema/schema.js";
export { allowedTags, taggedBranches } from "./schema/shape/discriminator.js";
export { keywordsOf } from "./schema/shape/keywords-of.js";
export {
  isWriteOnlyAt,
  type ObjectProperty,
  objectProperties,
  requiredNames,
} from "./schema/shape/object-properties.js";
export { type SchemaShape, schemaShape } from "./schema/shape/schema-shape.js";
export { type SubtypeIndex, subtypesOf } from "./schema/shape/subtypes.js";
export { unwrapSchema } from "./schema/shape/unwrap-schema.js";
export { createFlaggedProperties, type FlaggedProperties } from "./schema/views/flagged-properties.js";
export { propertyStripper, type Stripper } from "./schema/views/property-stripper.js";
export { withoutWriteOnly } from "./schema/views/strip-properties.js";
export { validateDescription } from "./validate-description.js";
export { foldName } from "./words/fold-name.js";
export { isLike } from "./words/is-like.js";
export { ADDING, REMOVING } from "./words/list-verbs.js";
export { memoize } from "./words/memoize.js";
export { nameWords } from "./words/name-words.js";
export { editDistance, meantHint, nearestName } from "./words/nearest-name.js";
export { isPlural, nounForms, sameNoun } from "./words/same-noun.js";
export { isTelling } from "./words/telling-names.js";
