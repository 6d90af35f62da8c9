import { parseQueryPairs } from "@onespec/http-requests";
import type { SecurityScheme } from "@onespec/spec-core";

/** Takes credentials out of what is logged: whoever reads the log need not be who sent them. */
export interface WithoutCredentials {
  /** A query without the question mark. */
  query(text: string): string;
  /** The value of a header, its name in lower case. */
  header(name: string, value: string): string;
}

const HIDDEN = "(hidden)";

/** By names without signs and capitals. `pageToken` is none. */
const SECRET =
  /^(?:cookie|setcookie|(?:proxy)?authorization|x?token|sig)$|(?:access|auth|bearer|id|refresh|session|security|csrf|xsrf|user)token$|(?:api|access|private|subscription)key$|(?:signature|credentials?)$|password|passwd|passphrase|secret/;

/** @param schemes those of the description: what they name is hidden whatever it is called */
export function withoutCredentials(schemes: Iterable<SecurityScheme>): WithoutCredentials {
  const headers = new Set<string>();
  const parameters = new Set<string>();
  for (const scheme of schemes) {
    if (scheme.type !== "apiKey") continue;
    if (scheme.in === "header") headers.add(scheme.name.toLowerCase());
    if (scheme.in === "query") parameters.add(scheme.name);
  }
  return {
    query: (text) =>
      text
        .split("&")
        .map((part) => {
          const [pair] = parseQueryPairs(part);
          const isSecret = pair !== undefined && (parameters.has(pair.name) || isSecretName(pair.name));
          return isSecret && part.includes("=") ? `${part.slice(0, part.indexOf("="))}=${HIDDEN}` : part;
        })
        .join("&"),
    header: (name, value) => (headers.has(name) || isSecretName(name) ? HIDDEN : value),
  };
}

function isSecretName(name: string): boolean {
  return SECRET.test(name.replace(/[^A-Za-z0-9]/g, "").toLowerCase());
}
