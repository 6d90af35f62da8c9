import type { RawOperation } from "../description/raw-operation.js";
import type { Reply, SentRequest } from "./api-client.js";
import { excerpt } from "./check-reply.js";
import type { Findings } from "./check-run.js";
import type { Credentials } from "./credentials.js";
import type { Finding } from "./finding.js";

/**
 * Credentials that the server rejects. Either all requests with them got 401, or all after a certain one, if they have
 * expired.
 */
export interface RefusedCredential {
  /** Security schemes that are needed together. */
  readonly schemes: readonly string[];
  /** True if it was accepted at first. */
  readonly isExpired: boolean;
  /** One line about it, with the next step. */
  readonly message: string;
  /** The last answer. */
  readonly answer: string;
}

/** Records how the server answers requests with each of the given credentials. */
export interface CredentialTally {
  note(request: SentRequest, reply: Reply): void;
  refused(credentials: Credentials): RefusedCredential[];
  /** True for one of the rejections at the end of all answers. */
  isOfRefused(request: SentRequest, reply: Reply): boolean;
}

interface Entry {
  readonly schemes: readonly string[];
  isKnown: boolean;
  /** Methods and paths that were open to it. */
  readonly opened: Set<string>;
  /** True if a request was rejected that was accepted before. */
  isShut: boolean;
  /** The rejections since the last answer that accepted the credential. */
  row: Set<Reply>;
  /** Method and path of the last change before these rejections. It may have revoked the credential. */
  changedBefore: string | undefined;
}

function createEntry(schemes: readonly string[]): Entry {
  return { schemes, isKnown: false, opened: new Set(), isShut: false, row: new Set(), changedBefore: undefined };
}

/** After this many rejections in a row, a credential that worked before counts as expired. */
const EXPIRED_AFTER = 10;

export function createCredentialTally(): CredentialTally {
  const tally = new Map<string, Entry>();
  let lastChange: string | undefined;
  const isRefused = ({ isKnown, isShut, row }: Entry): boolean =>
    isKnown ? isShut && row.size >= EXPIRED_AFTER : row.size > 0;
  return {
    note({ method, target, schemes = [] }, reply) {
      const path = `${method} ${target.replace(/\?.*/s, "")}`;
      if (reply.status < 300 && method !== "GET" && method !== "HEAD") lastChange = path;
      if (schemes.length === 0) return;
      const entry = tally.get(schemes.join(" ")) ?? createEntry(schemes);
      tally.set(schemes.join(" "), entry);
      // Some servers answer 400 and 404 before they look at credentials.
      if (reply.status === 401) {
        if (entry.row.size === 0) entry.changedBefore = lastChange;
        entry.row.add(reply);
        entry.isShut ||= entry.opened.has(path);
      } else if (reply.status < 400 || reply.status === 403) {
        entry.isKnown = true;
        entry.isShut = false;
        entry.opened.add(path);
        entry.row.clear();
      }
    },
    refused: (credentials) =>
      [...tally.values()].filter(isRefused).flatMap(({ schemes, isKnown, row, changedBefore }) => {
        const names = schemes.map((name) => `\`${name}\``).join(" and ");
        const sources = schemes.map(credentials.sourceOf).join(" and ");
        const [noun, verb, question] =
          schemes.length === 1 ? ["credential", "was", "is"] : ["credentials", "were", "are"];
        const other =
          changedBefore === undefined
            ? ""
            : `, or \`${changedBefore}\` took it away: leave that operation out (--exclude)`;
        const message = isKnown
          ? `The ${noun} of ${names} ${verb} accepted at first, and the last ${row.size} requests were rejected (401). ${sources} may have expired: give one that lasts longer than the check${other}.`
          : `The ${noun} of ${names} ${verb} rejected (401); ${question} ${sources} valid?`;
        const last = [...row].at(-1);
        return last === undefined ? [] : [{ schemes, isExpired: isKnown, message, answer: excerpt(last) }];
      }),
    isOfRefused({ schemes = [] }, reply) {
      const entry = tally.get(schemes.join(" "));
      return entry !== undefined && isRefused(entry) && entry.row.has(reply);
    },
  };
}

/** Removes findings that only a rejected credential caused. Operations that it never opened count as unchecked. */
export function dropRefused(
  { failures, judged, skipped }: Findings,
  tally: CredentialTally,
  operations: readonly RawOperation[],
  credentials: Credentials,
): void {
  const isRefusal = ({ rule, exchanges }: Finding): boolean => {
    const last = exchanges.at(-1);
    if (last?.reply?.status !== 401 || !tally.isOfRefused(last.request, last.reply)) return false;
    return rule === "valid-refused" || rule === "refusal-undocumented" || rule === "record-not-found";
  };
  failures.splice(0, failures.length, ...failures.filter((finding) => !isRefusal(finding)));
  const keys = new Map(
    tally.refused(credentials).flatMap(({ schemes, isExpired }) => (isExpired ? [] : [[schemes.join(" "), schemes]])),
  );
  for (const operation of operations) {
    const schemes = keys.get(credentials.schemesFor(operation).join(" "));
    if (schemes === undefined || !judged.delete(operation.key)) continue;
    const names = schemes.map((name) => `\`${name}\``).join(" and ");
    skipped.push({ subject: operation.key, style: "full", reason: `the credential of ${names} was rejected (401)` });
  }
}
