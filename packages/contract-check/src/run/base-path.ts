import { asArray, asObject, asText } from "../description/json.js";
import type { RawDocument } from "../description/raw-document.js";
import type { RawOperation } from "../description/raw-operation.js";
import { CheckError } from "../errors/check-error.js";
import { type ApiClient, NoAnswer } from "./api-client.js";
import type { Credentials } from "./credentials.js";

export interface BasePathSearch {
  readonly raw: RawDocument;
  readonly address: URL;
  readonly operations: readonly RawOperation[];
  readonly client: ApiClient;
  readonly credentials: Credentials;
}

/**
 * The path before the description's paths: that of the URL, where it has one; else the first server's, where the server knows a path
 * of the description only below that, or no path can be tried.
 * @throws CheckError when the server does not answer
 */
export async function findBasePath({ raw, address, operations, client, credentials }: BasePathSearch): Promise<string> {
  const own = address.pathname.replace(/\/$/, "");
  const described = basePathOf(raw);
  const plain = operations.filter(({ path }) => !path.includes("{"));
  // A server that knows the path answers 405 to a `GET` that it does not have.
  const probe = plain.find(({ method }) => method === "GET") ?? plain[0];
  const headers = (probe && credentials.partsFor(probe)?.headers) ?? {};
  const path = probe?.path ?? "/";
  // A server may know the path only below, or send clients there.
  const isKnown = async (base: string): Promise<boolean> => {
    const request = { method: "GET", target: `${base}${path}`, headers, body: undefined };
    const { status, headers: answered } = await client.send(request);
    const isSentBelow = status >= 300 && status < 400 && pathOf(answered.location).startsWith(`${described}${path}`);
    return status !== 404 && (base === described || !isSentBelow);
  };
  try {
    const isBelow = !(await isKnown(own)) && own === "" && described !== "";
    return isBelow && (probe === undefined || (await isKnown(described))) ? described : own;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new CheckError("CHECK_SERVER_UNREACHABLE", `${address.href} does not answer: ${error.message}.`, {
      hint: "Start the server, and check host and port.",
      cause: error,
    });
  }
}

function pathOf(address: string | undefined): string {
  return address !== undefined && URL.canParse(address, "http://host.test")
    ? new URL(address, "http://host.test").pathname
    : "";
}

/** The path of the first server with its variables' defaults. */
export function basePathOf({ root }: Pick<RawDocument, "root">): string {
  const server = asObject(asArray(root.servers)[0]);
  const variables = asObject(server.variables);
  const url = (asText(server.url) ?? "").replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const value = asObject(variables[name]).default;
    return value === undefined ? whole : String(value);
  });
  try {
    const path = new URL(url, "http://host.test/").pathname.replace(/\/$/, "");
    return path.includes("%7B") ? "" : path;
  } catch {
    return "";
  }
}
