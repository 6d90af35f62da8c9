import { percentEncode } from "../description/json.js";
import type { SentRequest } from "../run/api-client.js";
import type { CheckReport } from "../run/check-report.js";
import { toBase64 } from "../run/credentials.js";

/** A request as a line for bash. Credentials are written as the environment variables that hold them, never as themselves. */
export function curlLine({ url, credentials }: Pick<CheckReport, "url" | "credentials">, request: SentRequest): string {
  const { target, headers, body } = request;
  const hide = (text: string): string => {
    let hidden = quote(text);
    for (const { value, variable } of credentials) {
      const shown = `'"$${variable ?? "CREDENTIAL"}"'`;
      const encoded = `'"$(printf %s "$${variable ?? "CREDENTIAL"}" | base64 | tr -d '\\n')"'`;
      if (value === "") continue;
      hidden = hidden
        .replaceAll(value, shown)
        .replaceAll(percentEncode(value), shown)
        .replaceAll(toBase64(value), encoded);
    }
    return hidden;
  };
  const sent = Object.entries(headers).filter(([name, value]) => !(name === "accept" && value === "*/*"));
  const parts = [
    ...methodPart(request),
    // Brackets are patterns for curl, and it leaves out dots that stand for folders.
    ...(/[[\]{}]/.test(target) ? ["--globoff"] : []),
    ...(/\/\.\.?(?:[/?]|$)/.test(target) ? ["--path-as-is"] : []),
    ...sent.map(([name, value]) => `-H ${value === "" ? quote(`${name};`) : hide(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [bodyPart(body)]),
    hide(new URL(url).origin + target),
  ];
  return `curl -i ${parts.join(" ")}`;
}

function methodPart({ method, body }: SentRequest): string[] {
  if (method === "HEAD") return ["--head"];
  return method === "GET" && body === undefined ? [] : [`-X ${method}`];
}

function bodyPart(body: Buffer): string {
  const text = body.toString("utf8");
  const isText = Buffer.from(text).equals(body) && !text.includes("\0");
  return isText ? `--data-raw ${quote(text)}` : `--data-binary @<(printf %s ${body.toString("base64")} | base64 -d)`;
}

/** Control characters are escaped. A long run of one letter is written as what prints it. */
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
