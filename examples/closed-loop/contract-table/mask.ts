import type { ReceivedAnswer } from "./servers/server.js";

/** Headers that are part of the contract. Everything else (dates, request ids, connections) is the host's own. */
const COMPARED =
  /^(?:content-type|allow|location|vary|accept(?:-post|-patch|-encoding|-ranges)?|content-(?:encoding|disposition|language|range)|link|www-authenticate|retry-after|access-control-.*|x-(?:total-count|total-pages|next-page|per-page))$/;

/** Headers of answers that only the mock has, and lets pages read. */
const MOCK_ONLY = new Set([
  "mock-violations",
  "mock-ignored",
  "contract-violations",
  "preference-applied",
  "idempotent-replayed",
  "www-authenticate",
]);
/** Ids that a server makes up: UUIDs, and texts behind the prefix of a pattern. */
const UUID = /(?<=\bses_)[0-9a-f-]{16,}|\b(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/gi;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;
/** Whether an answer has a header `ETag` is not compared: the mock tags all records, applications those that are documented. */
const TAG = /(\\?")[\w-]{22}(?:\.[^"\\]+)?\1/g;
const AN_HOUR = 3_600_000;

/** Writes ids, times and entity tags that a server makes up as names: `<uuid 1>` in the order in which they come, `<now>`, `<tag>`. */
export function createMask(): (answer: ReceivedAnswer) => ReceivedAnswer {
  const uuids = new Map<string, string>();
  const named = (id: string): string => {
    const known = uuids.get(id) ?? `<uuid ${uuids.size + 1}>`;
    uuids.set(id, known);
    return known;
  };
  const mask = (text: string): string =>
    text
      .replace(UUID, (id) => named(id.toLowerCase()))
      .replace(MOMENT, (moment) => shownMoment(Date.parse(moment)))
      .replace(TAG, (_, quote: string) => `${quote}<tag>${quote}`);
  return ({ status, headers, body }) => {
    const compared = Object.entries(headers).filter(([name]) => COMPARED.test(name));
    const masked = compared.map(([name, value]) => [name, mask(ownNames(name, value))] as const);
    return {
      status,
      headers: Object.fromEntries(masked.sort(([one], [other]) => (one < other ? -1 : 1))),
      body: mask(body),
    };
  };
}

/** Moments are compared, not their spelling: databases keep them in UTC. */
function shownMoment(moment: number): string {
  return Math.abs(moment - Date.now()) < AN_HOUR ? "<now>" : new Date(moment).toISOString();
}

function ownNames(name: string, value: string): string {
  if (name !== "access-control-expose-headers") return value;
  const names = value.split(/,\s*/).filter((each) => !MOCK_ONLY.has(each));
  return names.join(", ");
}
