import { escapeRegExp, percentEncode } from "../description/json.js";
import type { SentRequest } from "../run/api-client.js";
import type { CheckReport } from "../run/check-report.js";
import { toBase64 } from "../run/credentials.js";

/** Formats a request as a command line for bash. Credentials appear only as environment variables. */
export function curlLine({ url, credentials }: Pick<CheckReport, "url" | "credentials">, request: SentRequest): string {
  const { target, headers, body } = request;
  const secrets = new Map(credentials.flatMap(secretTexts));
  const hide = (text: string, place: keyof typeof WHOLE): string => {
    if (secrets.size === 0) return quote(text);
    const [before, after] = WHOLE[place];
    const texts = [...secrets.keys()].sort((a, b) => b.length - a.length).map(escapeRegExp);
    const pieces = text.split(new RegExp(`${before}(${texts.join("|")})${after}`));
    return pieces.map((piece, at) => (at % 2 === 0 ? quote(piece) : secrets.get(piece))).join("");
  };
  const sent = Object.entries(headers).filter(([name, value]) => !(name === "accept" && value === "*/*"));
  const parts = [
    ...methodPart(request),
    // curl treats brackets as patterns, and removes `.` and `..` segments.
    ...(/[[\]{}]/.test(target) ? ["--globoff"] : []),
    ...(/\/\.\.?(?:[/?]|$)/.test(target) ? ["--path-as-is"] : []),
    ...sent.map(([name, value]) => `-H ${value === "" ? quote(`${name};`) : hide(`${name}: ${value}`, "header")}`),
    ...(body === undefined ? [] : [bodyPart(body, (text) => hide(text, "body"))]),
    hide(new URL(url).origin + target, "query"),
  ];
  return `curl -i ${parts.join(" ")}`;
}

/** The text required around a credential. Inside a longer word or path the same letters are not the credential. */
const WHOLE = {
  header: ["(?<=^[^:]+: (?:[\\w-]+ )?|=)", "(?=$|[;,])"],
  query: ["(?<=[?&][^=&]*=)", "(?=&|$)"],
  body: ['(?<=^|["=])', '(?=$|["&])'],
} as const;

/** The texts in which a credential is sent, and the bash expression that replaces each. */
function secretTexts({ value, variable = "CREDENTIAL" }: CheckReport["credentials"][number]): [string, string][] {
  if (value === "") return [];
  return [
    [toBase64(value), `"$(printf %s "$${variable}" | base64 | tr -d '\\n')"`],
    ...[value, percentEncode(value), JSON.stringify(value).slice(1, -1)].map((text): [string, string] => [
      text,
      `"$${variable}"`,
    ]),
  ];
}

function methodPart({ method, body }: SentRequest): string[] {
  if (method === "HEAD") return ["--head"];
  return method === "GET" && body === undefined ? [] : [`-X ${method}`];
}

function bodyPart(body: Buffer, hide: (text: string) => string): string {
  const text = body.toString("utf8");
  const isText = Buffer.from(text).equals(body) && !text.includes("\0");
  return isText ? `--data-raw ${hide(text)}` : `--data-binary @<(printf %s ${body.toString("base64")} | base64 -d)`;
}

/** Escapes control characters. A long run of one letter becomes a command that prints it. */
function quote(text: string): string {
  if (/\p{Cc}/u.test(text)) {
    const escaped = text.replaceAll(/[\\']/g, "\\$&").replaceAll("\r", "\\r").replaceAll("\n", "\\n");
    return `$'${escaped.replaceAll(/\p{Cc}/gu, (char) => [...Buffer.from(char)].map(hex).join(""))}'`;
  }
  const quoted = `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return quoted.replaceAll(
    /([A-Za-z0-9])\1{199,}/g,
    (run, letter) => `'"$(printf '${letter}%.0s' {1..${run.length}})"'`,
  );
}

function hex(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}
