import type { DiagnosticFormat } from "@onespec/command-line";
import { DEFAULT_BODY_LIMIT, DEFAULT_FILE_LIMIT } from "@onespec/http-contract";
import type { StoreOptions } from "../store/open-store.js";
import type { AcceptedCredentials } from "./accepted-credentials.js";
import type { SeedBook } from "./given-seeds.js";
import type { HandlerSource } from "./handler.js";
import type { OperationOverrides } from "./mock-extension.js";
import type { DelayRange } from "./parse-option.js";

/** Records that depend on a deleted one: they stay, are deleted as well, or prevent the deletion. */
export type OnDelete = "keep" | "cascade" | "restrict";

/** Records by resource: a list, or an object by id. */
export type InlineSeeds = Readonly<
  Record<string, readonly Readonly<Record<string, unknown>>[] | Readonly<Record<string, unknown>>>
>;

/** How a mock server behaves. Flags and programs fill in the same fields. */
export interface MockOptions extends StoreOptions {
  /** Records to make in each empty resource at start. 0: none. */
  readonly seed: number;
  /** Records to begin with: a folder of files, `<resource>.json` or the like, or the records themselves; `undefined`: none. */
  readonly seeds: string | InlineSeeds | SeedBook | undefined;
  /** Text from which all generated data follows: the same text, the same data. */
  readonly seedValue: string;
  /** A constant time for all writes, in milliseconds since 1970; `undefined`: the current time. */
  readonly fixedTime: number | undefined;
  /** TCP port; 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** Serve over https, with a certificate of `cert`, else one for localhost made by the server. */
  readonly https: boolean;
  /** File of a certificate in PEM; implies `https`. */
  readonly cert: string | undefined;
  /** File of its private key in PEM; `undefined`: in the file of `cert`. */
  readonly key: string | undefined;
  /** Largest body of JSON, forms, XML and text, in bytes. */
  readonly bodyLimit: number;
  /** Largest body of files, in bytes. */
  readonly fileLimit: number;
  /** `shape`: credentials must be there and well-formed; `enforce`: they must be among `credentials`. */
  readonly auth: "off" | "shape" | "enforce";
  /** Credentials that `enforce` accepts, or a JSON or YAML file of them. */
  readonly credentials: AcceptedCredentials | string | undefined;
  /** Lifetime of the access tokens of `/__mock/oauth`, in seconds. */
  readonly tokenLifetime: number;
  /** Requests that break the contract: `strict` rejects them, `warn` answers and reports them, `off` answers them. */
  readonly validate: "strict" | "warn" | "off";
  /** Delay of each answer, in milliseconds. */
  readonly delay: DelayRange | undefined;
  /** Effect of a deletion on dependent records. */
  readonly onDelete: OnDelete;
  /** Share of the requests that fail on purpose, from 0 to 1. */
  readonly errorRate: number;
  /** Status of these failures; `undefined`: one that the operation documents. */
  readonly errorStatus: number | undefined;
  /** Path under which everything is served as well, `/api`; `""`: none. */
  readonly basePath: string;
  /** Time without use after which a session is dropped, in milliseconds. */
  readonly sessionIdle: number;
  /** Sessions at a time. */
  readonly sessionLimit: number;
  /** Host names that may call the control plane, besides addresses and local names. */
  readonly controlHosts: readonly string[];
  /** Send the callbacks that operations declare. */
  readonly callbacks: boolean;
  /** Hosts beside this machine that callbacks and webhooks may go to: `hooks.example.com`, `*.example.com`. */
  readonly callbacksAllow: readonly string[];
  /** Addresses of webhooks, by name. */
  readonly webhookUrl: Readonly<Record<string, string>>;
  /** Folder of handlers, `<operationId>.ts` or `.js`, or a `Map` of them; `undefined`: none. */
  readonly handlers: string | HandlerSource | undefined;
  /** Address of the real server that requests are passed on to; `undefined`: every operation is mocked. */
  readonly upstream: string | undefined;
  /** With `upstream`, the operations that are mocked all the same: `POST /payments`, `tag:beta`, an operationId. */
  readonly mock: readonly string[];
  /** With `upstream`, longest wait for an answer to begin, and for all of one that is checked, in seconds; 0: no bound. */
  readonly upstreamTimeout: number;
  /** With `upstream`, reject what breaks the contract instead of reporting it alone. */
  readonly enforce: boolean;
  /** `x-mock` of single operations, by id; overrides the description. */
  readonly operations: OperationOverrides | undefined;
}

/** The keys of a config file: the flags in camel case, and options without a flag. */
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

/** The flags that were given. The config file and the defaults supply the others. */
export interface ServeFlags extends Partial<Omit<ConfigFile, "operations" | "handlers" | "seeds">> {
  /** Path of the config file. */
  readonly config?: string;
  readonly check?: boolean;
  readonly format?: DiagnosticFormat;
  readonly explain?: boolean;
  /** Folder that what passes is written to, as seeds. */
  readonly record?: string;
  /** HTTP archive that is recorded. */
  readonly fromHar?: string;
  /** Folder. */
  readonly handlers?: string;
  /** Folder. */
  readonly seeds?: string;
}
