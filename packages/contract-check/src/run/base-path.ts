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
 * Finds the path in front of the description's paths. Uses the path of the URL if it has one. Otherwise uses the path
 * of the description's first server, if the server answers 404 for a description's path without it but not with it, or
 * if there is no path to try.
 * @throws CheckError if the server does not answer
 */
export async function findBasePath({ raw, address, operations, client, credentials }: BasePathSearch): Promise<string> {
  const own = address.pathname.replace(/\/$/, "");
  const described = basePathOf(raw);
  const plain = operations.filter(({ path }) => !path.includes("{"));
  // Prefer a path with GET. For other methods, a server that has the path answers a GET with 405, which is enough.
  const probe = plain.find(({ method }) => method === "GET") ?? plain[0];
  const headers = (probe && credentials.partsFor(probe)?.headers) ?? {};
  const path = probe?.path ?? "/";
  // A redirect to the longer path means that the server has the path only there.
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
