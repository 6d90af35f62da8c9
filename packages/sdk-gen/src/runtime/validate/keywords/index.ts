export { contains, itemCounts, prefixItems, uniqueItems } from "../array-rules.js";
export { dependents, objectMembers, patternProperties, propertyCounts, propertyNames } from "../object-rules.js";
export { alternatives } from "./alternatives.js";
export { conditions, not } from "./conditions.js";
export { subtypes, taggedAlternatives } from "./discriminator.js";
export { exactIntegers } from "./exact-integers.js";
export {
  byte,
  date,
  dateTime,
  decimal,
  duration,
  email,
  hostname,
  int32,
  int64,
  ipv4,
  ipv6,
  isoDateTime,
  isoTime,
  jsonPointer,
  jsonPointerUriFragment,
  regex,
  relativeJsonPointer,
  time,
  uri,
  uriReference,
  uriTemplate,
  url,
  uuid,
} from "./formats.js";
export { bounds, multipleOf, textLimits } from "./limits.js";
export { nullOr } from "./null-or.js";
export { allOf } from "./part-of.js";
export { secret } from "./secret.js";
export { unevaluated } from "./unevaluated.js";
