import type { ByteRange } from "./contents.js";

/**
 * The one range that `Range` asks for; `"whole"` when it asks for none, for several at once, or is not understood, all of which a
 * server may answer with everything; `"none"`: the content does not reach that far. @see RFC 9110, section 14.2
 */
export function readRange(header: string | undefined, size: number): ByteRange | "whole" | "none" {
  const match = /^bytes= *(\d{0,20})-(\d{0,20})$/i.exec(header ?? "");
  const [, from = "", to = ""] = match ?? [];
  if (!match || (from === "" && to === "")) return "whole";
  if (from === "")
    return Number(to) === 0 || size === 0 ? "none" : { start: Math.max(0, size - Number(to)), end: size };
  const start = Number(from);
  const end = to === "" ? size : Math.min(size, Number(to) + 1);
  if (to !== "" && Number(to) < start) return "whole";
  return start >= size ? "none" : { start, end };
}
