import type { DiagnosticFormat } from "@onespec/command-line";
import { DEFAULT_BODY_LIMIT, DEFAULT_FILE_LIMIT } from "@onespec/http-contract";
import type { StoreOptions } from "../store/open-store.js";
import type { AcceptedCredentials } from "./accepted-credentials.js";
import type { SeedBook } from "./given-seeds.js";
import type { HandlerSource } from "./handler.js";
import type { OperationOverrides } from "./mock-extension.js";
import type { DelayRange } from "./parse-option.js";

/**
 * Effect of a deletion on records that depend on the deleted one: they stay, are deleted too, or prevent the deletion.
 */
export type OnDelete = "keep" | "cascade" | "restrict";

/** Records by resource: a list, or an object by id. */
export type InlineSeeds = Readonly<
  Record<string, readonly Readonly<Record<string, unknown>>[] | Readonly<Record<string, unknown>>>
>;

/** Options of a mock server. Flags and programs set the same fields. */
export interface MockOptions extends StoreOptions {
  /** Number of records to generate in each empty resource at start. 0: none. */
  readonly seed: number;
  /** Initial records: a folder with files such as `<resource>.json`, or the records themselves. `undefined`: none. */
  readonly seeds: string | InlineSeeds | SeedBook | undefined;
  /** Seed of all generated data. The same text gives the same data. */
  readonly seedValue: string;
  /** A fixed time for all writes, in milliseconds since 1970. `undefined`: the current time. */
  readonly fixedTime: number | undefined;
  /** TCP port. 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** Serve https. Uses the certificate in `cert`, or else creates one for localhost. */
  readonly https: boolean;
  /** File of a certificate in PEM; implies `https`. */
  readonly cert: string | undefined;
  /** File of its private key in PEM. `undefined`: the key is in the file of `cert`. */
  readonly key: string | undefined;
  /** Largest body of JSON, forms, XML and text, in bytes. */
  readonly bodyLimit: number;
  /** Largest body of files, in bytes. */
  readonly fileLimit: number;
  /** `shape`: requests need well-formed credentials. `enforce`: the credentials must be in `credentials`. */
  readonly auth: "off" | "shape" | "enforce";
  /** The credentials that `enforce` accepts, or a JSON or YAML file with them. */
  readonly credentials: AcceptedCredentials | string | undefined;
  /** Lifetime of the access tokens of `/__mock/oauth`, in seconds. */
  readonly tokenLifetime: number;
  /**
   * Handling of requests that break the contract: `strict` rejects them, `warn` answers and reports them, `off` answers
   * them.
   */
  readonly validate: "strict" | "warn" | "off";
  /** Delay of each answer, in milliseconds. */
  readonly delay: DelayRange | undefined;
  /** Effect of a deletion on dependent records. */
  readonly onDelete: OnDelete;
  /** Share of the requests that fail on purpose, from 0 to 1. */
  readonly errorRate: number;
  /** Status of these failures. `undefined`: a status that the operation documents. */
  readonly errorStatus: number | undefined;
  /** An additional path under which everything is served, such as `/api`. `""`: none. */
  readonly basePath: string;
  /** Idle time after which a session is dropped, in milliseconds. */
  readonly sessionIdle: number;
  /** Sessions at a time. */
  readonly sessionLimit: number;
  /** Host names that may call the control plane, in addition to IP addresses and local names. */
  readonly controlHosts: readonly string[];
  /** Send the callbacks that operations declare. */
  readonly callbacks: boolean;
  /** Hosts that callbacks and webhooks may go to, in addition to this machine: `hooks.example.com`, `*.example.com`. */
  readonly callbacksAllow: readonly string[];
  /** Addresses of webhooks, by name. */
  readonly webhookUrl: Readonly<Record<string, string>>;
  /** A folder of handlers, `<operationId>.ts` or `.js`, or a `Map` of them. `undefined`: none. */
  readonly handlers: string | HandlerSource | undefined;
  /** Address of the real server that requests are forwarded to. `undefined`: every operation is mocked. */
  readonly upstream: string | undefined;
  /** With `upstream`, the operations that are mocked nevertheless: `POST /payments`, `tag:beta`, an operationId. */
  readonly mock: readonly string[];
  /**
   * With `upstream`, the longest wait for the beginning of an answer, in seconds. If the answer is checked, the longest
   * wait for all of it. 0: no limit.
   */
  readonly upstreamTimeout: number;
  /** With `upstream`, rejects violations instead of only reporting them. */
  readonly enforce: boolean;
  /** `x-mock` of single operations, by operation id. Overrides the description. */
  readonly operations: OperationOverrides | undefined;
}

/** The keys of a config file: the flags in camel case, and options that have no flag. */
export interface ConfigFile extends Partial<MockOptions> {
  readonly lenient?: boolean;
  readonly allowRefs?: boolean;
  readonly quiet?: boolean;
  readonly watch?: boolean;
}

export const DEFAULT_OPTIONS: MockOptions = {
  seed: 0,
  seeds: undefined,
  seedValue: "onespec",
  fixedTime: undefined,
  port: 3000,
  host: "127.0.0.1",
  https: false,
  cert: undefined,
  key: undefined,
  store: undefined,
  dataDir: ".mock-data",
  memory: false,
  durability: "os",
  bodyLimit: DEFAULT_BODY_LIMIT,
  fileLimit: DEFAULT_FILE_LIMIT,
  auth: "off",
  credentials: undefined,
  tokenLifetime: 3600,
  validate: "strict",
  delay: undefined,
  onDelete: "keep",
  errorRate: 0,
  errorStatus: undefined,
  basePath: "",
  sessionIdle: 60 * 60 * 1000,
  sessionLimit: 100,
  controlHosts: [],
  callbacks: false,
  callbacksAllow: [],
  webhookUrl: {},
  handlers: undefined,
  upstream: undefined,
  mock: [],
  upstreamTimeout: 60,
  enforce: false,
  operations: undefined,
};

/** The flags that the user gave. The other values come from the config file and the defaults. */
export interface ServeFlags extends Partial<Omit<ConfigFile, "operations" | "handlers" | "seeds">> {
  /** Path of the config file. */
  readonly config?: string;
  readonly check?: boolean;
  readonly format?: DiagnosticFormat;
  readonly explain?: boolean;
  /** The folder for the seeds that are recorded from forwarded requests. */
  readonly record?: string;
  /** HTTP archive that is recorded. */
  readonly fromHar?: string;
  /** Folder. */
  readonly handlers?: string;
  /** Folder. */
  readonly seeds?: string;
}
