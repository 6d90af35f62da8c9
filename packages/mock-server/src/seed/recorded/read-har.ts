import { readFile } from "node:fs/promises";
import { createRouteTable } from "@onespec/http-contract";
import { type ApiDescription, isObject, jsonOf } from "@onespec/spec-core";
import { OptionsError } from "../../errors/options-error.js";
import type { RecordedExchange } from "./recorder.js";

/** A real server's paths may have a prefix that is not in the description. Up to this many segments are tried. */
const MOST_SEGMENTS = 4;

/**
 * Reads an HTTP archive (HAR), as browsers and proxies save it. Returns the exchanges that belong to operations of the
 * description.
 * @throws OptionsError `HAR_UNREADABLE`
 */
export async function readHar(file: string, api: ApiDescription): Promise<readonly RecordedExchange[]> {
  const table = createRouteTable(api, api.operations, { basePath: "", serverPaths: true });
  const entries = await readEntries(file);
  return entries.flatMap((entry): RecordedExchange[] => {
    const { request, response } = entry;
    if (!isObject(request) || !isObject(response) || !URL.canParse(String(request.url))) return [];
    const method = String(request.method).toLowerCase();
    const segments = new URL(String(request.url)).pathname.split("/");
    for (let cut = 0; cut <= MOST_SEGMENTS && cut < segments.length - 1; cut += 1) {
      const match = table.match(`/${segments.slice(1 + cut).join("/")}`, method);
      const operation = match?.methods.get(method);
      if (!match || !operation) continue;
      const names = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
      const parameters = Object.fromEntries(names.map((name, at) => [name, String(match.values[at] ?? "")]));
      return [{ operation, parameters, status: Number(response.status), json: contentOf(response.content) }];
    }
    return [];
  });
}

async function readEntries(file: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  try {
    const har: unknown = JSON.parse(await readFile(file, "utf8"));
    const log = isObject(har) ? har.log : undefined;
    if (isObject(log) && Array.isArray(log.entries)) return log.entries.filter(isObject);
    throw new TypeError("it has no `log.entries`");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OptionsError("HAR_UNREADABLE", `The HTTP archive ${file} cannot be read: ${reason}.`, {
      hint: "Save it with the bodies of the answers, from the network panel of a browser or from a proxy.",
      cause: error,
    });
  }
}

function contentOf(content: unknown): unknown {
  if (!isObject(content) || typeof content.text !== "string") return undefined;
  return jsonOf(content.encoding === "base64" ? Buffer.from(content.text, "base64").toString("utf8") : content.text);
}
