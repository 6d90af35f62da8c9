import type { RawOperation } from "../description/raw-operation.js";
import type { Reply, SentRequest } from "./api-client.js";
import { excerpt } from "./check-reply.js";
import type { Findings } from "./check-run.js";
import type { Credentials } from "./credentials.js";
import type { Finding } from "./finding.js";

/** Credentials that the server does not know: all requests with them got 401. */
export interface RefusedCredential {
  /** Security schemes that belong together. */
  readonly schemes: readonly string[];
  /** One line about it, with the next step. */
  readonly message: string;
  /** The last answer. */
  readonly answer: string;
}

/** Notes how the server answers requests with each of the given credentials. */
export interface CredentialTally {
  note(request: SentRequest, reply: Reply): void;
  refused(credentials: Credentials): RefusedCredential[];
}

export function createCredentialTally(): CredentialTally {
  const tally = new Map<string, { readonly schemes: readonly string[]; isKnown: boolean; refusal?: Reply }>();
  return {
    note({ schemes = [] }, reply) {
      if (schemes.length === 0) return;
      const entry = tally.get(schemes.join(" ")) ?? { schemes, isKnown: false };
      tally.set(schemes.join(" "), entry);
      // Some servers answer 400 and 404 before they look at credentials.
      if (reply.status === 401) entry.refusal = reply;
      else if (reply.status < 400 || reply.status === 403) entry.isKnown = true;
    },
    refused: (credentials) =>
      [...tally.values()].flatMap(({ schemes, isKnown, refusal }) => {
        if (isKnown || refusal === undefined) return [];
        const names = schemes.map((name) => `\`${name}\``).join(" and ");
        const sources = schemes.map(credentials.sourceOf).join(" and ");
        const [noun, verb, question] =
          schemes.length === 1 ? ["credential", "was", "is"] : ["credentials", "were", "are"];
        const message = `The ${noun} of ${names} ${verb} refused (401); ${question} ${sources} valid?`;
        return [{ schemes, message, answer: excerpt(refusal) }];
      }),
  };
}

/** Takes back what a refused credential alone led to: its operations were not checked. */
export function dropRefused(
  { failures, judged, skipped }: Findings,
  refused: readonly RefusedCredential[],
  operations: readonly RawOperation[],
  credentials: Credentials,
): void {
  const keys = new Map(refused.map(({ schemes }) => [schemes.join(" "), schemes]));
  const isRefusal = ({ rule, exchanges }: Finding): boolean => {
    const last = exchanges.at(-1);
    if (last?.reply?.status !== 401 || !keys.has((last.request.schemes ?? []).join(" "))) return false;
    return rule === "valid-refused" || rule === "refusal-undocumented";
  };
  failures.splice(0, failures.length, ...failures.filter((finding) => !isRefusal(finding)));
  for (const operation of operations) {
    const schemes = keys.get(credentials.schemesFor(operation).join(" "));
    if (schemes === undefined || !judged.delete(operation.key)) continue;
    const names = schemes.map((name) => `\`${name}\``).join(" and ");
    skipped.push({ subject: operation.key, style: "full", reason: `the credential of ${names} was refused (401)` });
  }
}
