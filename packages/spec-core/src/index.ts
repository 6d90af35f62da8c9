export { bundleDescription } from "./bundle-description.js";
export type * from "./description/api-description.js";
export { createNearestPaths } from "./description/nearest-paths.js";
export {
  type PathSegment,
  type PathTemplate,
  parsePathTemplate,
  type SegmentPart,
} from "./description/path-template.js";
export { percentEncode } from "./description/percent-encode.js";
export { createSegmentPattern, type SegmentPattern } from "./description/segment-pattern.js";
export type { Diagnostic } from "./diagnostic.js";
export { escapeToken, joinPointer, parsePointer, valueAt } from "./document/json-pointer.js";
export { nearestName } from "./document/nearest-name.js";
export { CodedError, type ErrorDetails } from "./errors/coded-error.js";
export { DescriptionError, type DescriptionErrorCode, type SourceLocation } from "./errors/description-error.js";
export { withinStack } from "./errors/too-deep.js";
export { inOneGo, type Steps } from "./in-one-go.js";
export type { LoadOptions } from "./link-root.js";
export { loadDescription } from "./load-description.js";
export { createGroupFinder } from "./naming/operation-groups.js";
export { type NamedGroup, shortOperationName } from "./naming/short-operation-name.js";
export { type DescriptionSource, readDescription } from "./read/read-source.js";
export { foldName } from "./resources/fold-name.js";
export { findIdPlace, findRecordList } from "./resources/id-place.js";
export type * from "./resources/list-convention.js";
export { nameWords } from "./resources/name-words.js";
export type * from "./resources/operation-role.js";
export type * from "./resources/resource.js";
export { isPlural, sameNoun } from "./resources/same-noun.js";
export type { Sample, SampleOptions } from "./sample/sample-options.js";
export { sampleSchema } from "./sample/sample-schema.js";
export { taggedBranches } from "./schema/discriminator.js";
export { createFlaggedProperties, type FlaggedProperties } from "./schema/flagged-properties.js";
export { isWriteOnlyAt } from "./schema/is-write-only-at.js";
export { longestInTime } from "./schema/longest-in-time.js";
export { type Matcher, toMatcher } from "./schema/matcher.js";
export { type ObjectProperty, objectProperties } from "./schema/object-properties.js";
export { propertyStripper, type Stripper } from "./schema/property-stripper.js";
export type {
  Discriminator,
  JsonSchema,
  JsonSchemaObject,
  Schema,
  SchemaRegistry,
  SchemaValidator,
  SchemaViolation,
  View,
} from "./schema/schema.js";
export { type SchemaShape, schemaShape } from "./schema/schema-shape.js";
export { withoutReadOnly, withoutReadOnlyInSteps } from "./schema/strip-read-only.js";
export { withoutWriteOnly } from "./schema/strip-write-only.js";
export { createSubtypeIndex, type SubtypeIndex } from "./schema/subtypes.js";
export { unwrapSchema } from "./schema/unwrap-schema.js";
export { holdsMoreThan } from "./schema/walk/holds-more-than.js";
export { validateDescription } from "./validate-description.js";
