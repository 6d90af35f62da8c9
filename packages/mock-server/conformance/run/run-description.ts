import {
  CheckError,
  type CheckReport,
  checkContract,
  type HouseRules,
  type Reply,
  STYLES,
  type Style,
} from "@onespec/contract-check";
import { type ServerProcess, startServer } from "./server-process.js";

export interface DescriptionOptions {
  readonly styles?: readonly Style[];
  /** Only operations whose `METHOD /path` contains this. */
  readonly only?: string;
  /** Only one path in so many. Paths that begin alike stay together, so that pairs are whole. Default: 1, all. */
  readonly oneIn?: number;
  /** Flags for the server; a free port is always taken. */
  readonly flags?: readonly string[];
  /** A server that runs already, instead of one started here. */
  readonly url?: string;
}

/** The result of testing one description. */
export interface DescriptionReport {
  readonly name: string;
  readonly startUpMs: number;
  readonly seconds: number;
  /** Set when the server did not start or did not stay up. */
  readonly crash: string | undefined;
  /** `undefined` when the server did not start. */
  readonly report: CheckReport | undefined;
}

const DEFAULT_FLAGS = ["--seed", "3", "--memory", "--quiet"];

/** Promises of the mock beyond a description: equal reads, and rejections that say what is wrong. */
const HOUSE: HouseRules = {
  readsAreEqual: true,
  isRefusal({ json, mediaType, text }: Reply) {
    // Where the description speaks XML, so does the error.
    if (/[/+]xml$/.test(mediaType) && /<error>.*<details>/s.test(text)) return true;
    // A status that is not documented has the form of the API's other errors: a list, or a sentence where it has no room for more.
    const all = JSON.stringify(json ?? text);
    const place = "path|query|header|cookie|body";
    const forms = [`"in":"(${place})"[^}]*"message":"[^"]`, `: (${place}) /`, "Not found: .* has no record "];
    return forms.some((form) => new RegExp(form).test(all));
  },
};

/** Starts a server for a description and puts it through everything. Never throws for what the server does. */
export async function runDescription(
  name: string,
  file: string,
  { styles = STYLES, only = "", oneIn = 1, flags = DEFAULT_FLAGS, url }: DescriptionOptions = {},
): Promise<DescriptionReport> {
  const begin = performance.now();
  const ended = (startUpMs: number, crash: string | undefined, report?: CheckReport): DescriptionReport => {
    return { name, startUpMs, seconds: (performance.now() - begin) / 1000, crash, report };
  };
  let server: ServerProcess;
  try {
    server = url === undefined ? await startServer(file, flags) : runningServer(url);
  } catch (error) {
    return ended(Number.NaN, error instanceof Error ? error.message : String(error));
  }
  try {
    const report = await checkContract(file, server.url, {
      styles,
      seed: name,
      disposable: true,
      house: HOUSE,
      // The mock answers below the path of the description's server as well: one of the clients goes there.
      basePath: (style, described) => (style === "full" ? described : ""),
      only: ({ method, path }) => `${method} ${path}`.includes(only) && beginningNumber(path) % oneIn === 0,
    }).catch((error: unknown) => {
      // A description of webhooks alone has no operations.
      if (error instanceof CheckError && error.code === "CHECK_NOTHING_SELECTED") return undefined;
      throw error;
    });
    return ended(server.startUpMs, server.crashed(), report);
  } finally {
    await server.stop();
  }
}

function runningServer(url: string): ServerProcess {
  return { url, startUpMs: Number.NaN, crashed: () => undefined, stop: async () => {} };
}

/** Equal for paths whose first two words are equal. */
function beginningNumber(path: string): number {
  const words = path.split("/").filter((part) => part !== "" && !part.startsWith("{"));
  return [...words.slice(0, 2).join("/")].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
}
