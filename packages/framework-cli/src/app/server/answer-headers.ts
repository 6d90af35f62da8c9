import type { ServerConfig } from "../app-config.js";
import { createCommonHeaders } from "./common-headers.js";
import type { Exchange } from "./exchange.js";

/** Headers of one answer's own; a list is sent as several. */
export type OwnHeaders = Readonly<Record<string, string | readonly string[]>>;

/**
 * All headers of an answer, names and values in turn.
 *
 * @param own take the place of those that every answer carries
 * @param length of the body in bytes, `undefined` when it has none or one that is not known yet
 */
export type AnswerHeaders = (
  exchange: Exchange,
  own: OwnHeaders | undefined,
  type: string | undefined,
  length: number | undefined,
) => readonly string[];

/** @param isStopping is the server about to? Then clients are told to look for another connection */
export function createAnswerHeaders(config: Pick<ServerConfig, "cors">, isStopping: () => boolean): AnswerHeaders {
  const common = createCommonHeaders(config);
  return (exchange, own, type, length) => {
    const { preset } = exchange;
    if (own === undefined && preset === undefined && type !== undefined && length !== undefined && !isStopping()) {
      // Most answers: the list in one go.
      return [...common(exchange), "x-request-id", exchange.id, "content-type", type, "content-length", String(length)];
    }
    const lines = new Map<string, string | readonly string[]>(pairsOf(common(exchange)));
    for (const [name, value] of Object.entries(preset ?? {})) lines.set(name, value);
    lines.set("x-request-id", exchange.id);
    if (isStopping()) lines.set("connection", "close");
    for (const [name, value] of Object.entries(own ?? {}))
      if (value !== undefined) lines.set(name.toLowerCase(), value);
    if (preset !== undefined) addPreset(lines, preset);
    if (type === undefined) lines.delete("content-type");
    else lines.set("content-type", type);
    if (length !== undefined) lines.set("content-length", String(length));
    return [...lines].flatMap(([name, value]) => [value].flat().flatMap((each) => [name, String(each)]));
  };
}

function pairsOf(lines: readonly string[]): readonly (readonly [string, string])[] {
  return lines.flatMap((name, at): readonly (readonly [string, string])[] =>
    at % 2 === 0 ? [[name, lines[at + 1] ?? ""]] : [],
  );
}

/** Cookies, and what an answer varies by, add up. */
function addPreset(lines: Map<string, string | readonly string[]>, preset: OwnHeaders): void {
  const [cookies, vary] = [preset["set-cookie"], preset.vary];
  const [ownCookies, ownVary] = [lines.get("set-cookie"), lines.get("vary")];
  if (cookies !== undefined && ownCookies !== cookies) lines.set("set-cookie", [cookies, ownCookies ?? []].flat());
  if (vary !== undefined && ownVary !== vary) lines.set("vary", [vary, ownVary ?? []].flat().join(", "));
}
