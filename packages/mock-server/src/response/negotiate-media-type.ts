import { essence, headerParameter, isJsonType, isWithin } from "../request/match-media-type.js";

/**
 * Picks the type that the client likes best, the server's order deciding between equals; `undefined` when none is acceptable.
 * `Accept: application/json` takes any JSON type. @see RFC 9110, section 12.5.1
 */
export function negotiateMediaType(offered: readonly string[], accept: string | undefined): string | undefined {
  if (accept === undefined || accept === "" || accept === "*/*") return offered[0];
  const ranges = accept.split(",").map((text) => ({ range: essence(text), quality: quality(text) }));
  let best: string | undefined;
  let bestQuality = 0;
  for (const type of offered) {
    const liked = likes(ranges, type);
    if (liked > bestQuality) [best, bestQuality] = [type, liked];
  }
  return best;
}

/** The quality of the most specific range that takes the type. */
function likes(ranges: readonly { range: string; quality: number }[], type: string): number {
  let specificity = 0;
  let result = 0;
  for (const { range, quality: given } of ranges) {
    const rank = specificityOf(range, type);
    if (rank > specificity) [specificity, result] = [rank, given];
  }
  return result;
}

function specificityOf(range: string, type: string): number {
  if (range === type) return 4;
  if (range === "application/json" && isJsonType(type)) return 3;
  if (!isWithin(type, range)) return 0;
  return range === "*/*" || range === "*" ? 1 : 2;
}

function quality(text: string): number {
  const given = headerParameter(text, "q");
  const number = given === undefined ? 1 : Number(given);
  return Number.isFinite(number) ? number : 1;
}
