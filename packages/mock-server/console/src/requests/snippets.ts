/** A request to show as code. */
export interface Sendable {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Fields of a `multipart/form-data` body. */
  readonly form?: readonly (readonly [string, string])[];
}

/** The request as a `curl` command for a POSIX shell. */
export function curlText({ method, address, headers, body, form = [] }: Sendable): string {
  const parts = [`curl ${shellText(address)}`];
  if (method !== "GET" && !(method === "POST" && (body || form.length > 0))) parts.push(`-X ${method}`);
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${shellText(`${name}: ${value}`)}`);
  for (const [name, value] of form) parts.push(`-F ${shellText(`${name}=${value}`)}`);
  if (body) parts.push(`--data-raw ${shellText(body)}`);
  return parts.join(" \\\n  ");
}

/** The request as JavaScript. */
export function fetchText({ method, address, headers, body, form = [] }: Sendable): string {
  const lines = [
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(Object.keys(headers).length === 0 ? [] : [`  headers: ${indented(JSON.stringify(headers, null, 2))},`]),
    ...(form.length > 0 ? ["  body: form,"] : []),
    ...(body ? [`  body: ${bodyText(body)},`] : []),
  ];
  const options = lines.length === 0 ? "" : `, {\n${lines.join("\n")}\n}`;
  const fields = form
    .map(([name, value]) => `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join("");
  const made = form.length > 0 ? `const form = new FormData();\n${fields}` : "";
  return `${made}const response = await fetch(${JSON.stringify(address)}${options});\nconsole.log(response.status, await response.text());`;
}

function bodyText(body: string): string {
  try {
    return `JSON.stringify(${indented(JSON.stringify(JSON.parse(body), null, 2))})`;
  } catch {
    return JSON.stringify(body);
  }
}

function indented(text: string): string {
  return text.replaceAll("\n", "\n  ");
}

function shellText(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
