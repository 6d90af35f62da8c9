import type { ApiDescription, SecurityScheme } from "@onespec/spec-core";
import { codeSpan } from "./escape.js";

/** The option `auth` of the example, for the scheme that most operations use. */
export function authOption(api: ApiDescription): string {
  const scheme = mostUsed(api);
  if (!scheme || scheme.type === "mutualTLS") return "";
  if (scheme.type === "http" && /^basic$/i.test(scheme.scheme)) return ', auth: { username: "…", password: "…" }';
  const prefix = prefixOf(scheme);
  return scheme.type === "apiKey" ? `, auth: { apiKey: "${prefix ? `${prefix} ` : ""}…" }` : ', auth: { token: "…" }';
}

/** Lines about API keys that must begin with a word, as the description states. */
export function authGuide({ securitySchemes }: ApiDescription): string[] {
  return [...securitySchemes].sort().flatMap(([name, scheme]) => {
    const prefix = prefixOf(scheme);
    if (prefix === undefined) return [];
    return [
      `The key of ${codeSpan(name)} is sent as it is given, and the description wants it to begin with \`${prefix} \`: \`auth: { apiKey: "${prefix} …" }\`.`,
    ];
  });
}

function mostUsed({ operations, securitySchemes }: ApiDescription): SecurityScheme | undefined {
  const uses = new Map([...securitySchemes.keys()].map((name) => [name, 0]));
  for (const { security } of operations)
    for (const { scheme } of security.flat()) uses.set(scheme, (uses.get(scheme) ?? 0) + 1);
  const [name = ""] = [...uses.keys()].sort(
    (left, right) => (uses.get(right) ?? 0) - (uses.get(left) ?? 0) || (left < right ? -1 : 1),
  );
  return securitySchemes.get(name);
}

/**
 * The prefix of a credential, if the scheme's description shows one: a prefix "Token", `Token <key>`, or Authorization:
 * Token abc.
 */
function prefixOf(scheme: SecurityScheme): string | undefined {
  if (scheme.type !== "apiKey" || scheme.in !== "header") return undefined;
  for (const form of FORMS) {
    const prefix = form.exec(scheme.description ?? "")?.[1];
    if (prefix !== undefined) return prefix;
  }
  return undefined;
}

const FORMS = [
  /\bprefix(?:ed)?\b[^"'`\u201c\n]{0,20}["'`\u201c]([A-Za-z][\w-]{0,30})\s*["'`\u201d]/i,
  /\b([A-Z][\w-]{0,30}) ?[<{[]/,
  /\bAuthorization: ?([A-Za-z][\w-]{0,30}) \S/i,
];
