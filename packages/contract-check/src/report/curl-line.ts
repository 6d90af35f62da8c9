import { percentEncode } from "../description/json.js";
import type { SentRequest } from "../run/api-client.js";
import type { CheckReport } from "../run/check-report.js";
import { toBase64 } from "../run/credentials.js";

/** A request as a line for a shell. Credentials are written as the environment variables that hold them, never as themselves. */
export function curlLine({ url, credentials }: Pick<CheckReport, "url" | "credentials">, request: SentRequest): string {
  const { method, target, headers, body } = request;
  const hide = (text: string): string => {
    let hidden = quote(text);
    for (const { value, variable } of credentials) {
      const shown = `'"$${variable ?? "CREDENTIAL"}"'`;
      const encoded = `'"$(printf %s "$${variable ?? "CREDENTIAL"}" | base64)"'`;
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
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...sent.map(([name, value]) => `-H ${hide(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [bodyPart(body)]),
    hide(new URL(url).origin + target),
  ];
  return `curl -i ${parts.join(" ")}`;
}

function bodyPart(body: Buffer): string {
  const text = body.toString("utf8");
  const isText = Buffer.from(text).equals(body);
  return isText ? `--data-binary ${quote(text)}` : `--data-binary @<(printf %s ${body.toString("base64")} | base64 -d)`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
