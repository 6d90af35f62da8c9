import { essence, headerParameters, isJsonType, isWithin, isXmlType } from "../wire/media-type.js";

/**
 * Picks the media type that the client prefers. The server's order decides between equal ones. `undefined` if none is
 * acceptable. If nothing matches better, every JSON type accepts every other, and the same holds for XML: GitHub's
 * clients send `Accept: application/vnd.github+json`, and its description documents `application/json`. A vendor type
 * without a format accepts JSON.
 * @see RFC 9110, section 12.5.1
 * @param offered types with their parameters, which decide between otherwise equal types
 */
export function negotiateMediaType(offered: readonly string[], accept: string | undefined): string | undefined {
  if (accept === undefined || accept === "" || accept === "*/*") return offered[0];
  const ranges = splitList(accept).map(parseRange);
  let best: string | undefined;
  let bestRank: Rank = { quality: 0, specificity: 0 };
  for (const type of offered) {
    const rank = rankOf(ranges, parseRange(type));
    // With equal quality, the more specific match wins, for example the exact type over another JSON type.
    const isBetter =
      rank.quality > bestRank.quality ||
      (rank.quality === bestRank.quality &&
        rank.quality > 0 &&
        isNamed(rank) &&
        rank.specificity > bestRank.specificity);
    if (isBetter) [best, bestRank] = [type, rank];
  }
  return best;
}

/** The concrete types in an `Accept` header, most preferred first. Leaves out ranges. */
export function acceptedTypes(accept: string): readonly string[] {
  return splitList(accept)
    .map(parseRange)
    .filter(({ range, quality }) => quality > 0 && CONCRETE.test(range))
    .sort((one, other) => other.quality - one.quality)
    .map(({ range }) => range);
}

interface MediaRange {
  readonly range: string;
  readonly quality: number;
  readonly parameters: readonly (readonly [string, string])[];
}

interface Rank {
  readonly quality: number;
  readonly specificity: number;
}

/** RFC 9110, section 5.6.2: a token, and no `*` in it. */
const CONCRETE = /^[\w!#$%&'+.^`|~-]+\/[\w!#$%&'+.^`|~-]+$/;
/** `application/vnd.api.v2` chooses a version, and no format. */
const VENDOR_VERSION = /^application\/vnd\.[^+*]+$/;
const SAME_TYPE = 5;
const SAME_FORMAT = 4;

function isNamed({ specificity }: Rank): boolean {
  return specificity >= SAME_FORMAT;
}

/** The quality of the most specific range that takes the type. */
function rankOf(ranges: readonly MediaRange[], type: MediaRange): Rank {
  let specificity = 0;
  let quality = 0;
  for (const range of ranges) {
    const rank = specificityOf(range, type);
    if (rank > specificity) [specificity, quality] = [rank, range.quality];
  }
  return { quality, specificity };
}

function specificityOf({ range, parameters }: MediaRange, { range: type, parameters: own }: MediaRange): number {
  if (range === type) {
    const shared = parameters.filter(([name, value]) => own.some((pair) => pair[0] === name && pair[1] === value));
    return SAME_TYPE + shared.length;
  }
  if (range === "application/json" && isJsonType(type)) return SAME_FORMAT;
  if (range === "application/xml" && isXmlType(type)) return SAME_FORMAT;
  if (isWithin(type, range)) return range === "*/*" || range === "*" ? 1 : 3;
  if (VENDOR_VERSION.test(range) && isJsonType(type)) return 1;
  if (isJsonType(range) && isJsonType(type)) return type === "application/json" || range.includes("*") ? 2 : 0;
  return isXmlType(range) && (type === "application/xml" || type === "text/xml") ? 2 : 0;
}

function parseRange(text: string): MediaRange {
  const parameters = headerParameters(text).map(([name, value]) => [name.toLowerCase(), value.toLowerCase()] as const);
  const given = Number(parameters.find(([name]) => name === "q")?.[1] ?? 1);
  const quality = Number.isFinite(given) ? Math.min(1, Math.max(0, given)) : 1;
  const others = parameters.filter(([name]) => name !== "q" && name !== "charset");
  return { range: essence(text), quality, parameters: others };
}

/**
 * The members of a list. A comma in a quoted string, which may be unterminated, does not separate. @see RFC 9110,
 * section 5.6.1
 */
function splitList(header: string): readonly string[] {
  return header.match(/(?:"(?:[^"\\]|\\.?)*(?:"|$)|[^,"])+/g) ?? [];
}
