import type { DelayRange } from "../faults/parse-delay.js";
import type { HandlerSource } from "../handlers/handler.js";
import type { OnDelete } from "../relations/deleting.js";
import type { AcceptedCredentials } from "../security/accepted-credentials.js";
import type { SeedBook } from "../seed/given/seed-book.js";
import type { InlineSeeds } from "../seed/given/seed-file.js";
import type { OperationOverrides } from "../x-mock/mock-extension-layer.js";

/** How a mock server behaves. Flags and programs fill in the same fields. */
export interface MockOptions {
  /** Records to make in each empty resource at start. 0: none. */
  readonly seed: number;
  /** Records to begin with: a folder of files, `<resource>.json` or the like, or the records themselves; `undefined`: none. */
  readonly seeds: string | InlineSeeds | SeedBook | undefined;
  /** Text from which all generated data follows: the same text, the same data. */
  readonly seedValue: string;
  /** The moment at which everything is made and changed, in milliseconds since 1970; `undefined`: when it happens. */
  readonly fixedTime: number | undefined;
  /** TCP port; 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** Address of the PostgreSQL database that holds the state, in place of JSON files; `undefined`: none does. */
  readonly store: string | undefined;
  /** Folder of the JSON files. Ignored with `memory`. */
  readonly dataDir: string;
  /** Keep nothing on disk. */
  readonly memory: boolean;
  /** `os`: a write is acknowledged when the operating system has it; `disk`: when the disk has it (fsync). */
  readonly durability: "os" | "disk";
  /** Largest request body, in bytes. */
  readonly bodyLimit: number;
  /** `shape`: credentials must be there and well-formed; `enforce`: they must be among `credentials`. */
  readonly auth: "off" | "shape" | "enforce";
  /** Whom `enforce` lets in: the credentials, or a JSON or YAML file of them. */
  readonly credentials: AcceptedCredentials | string | undefined;
  /** Requests that break the contract: `strict` refuses them, `warn` answers them and tells of it, `off` answers them. */
  readonly validate: "strict" | "warn" | "off";
  /** How long each answer is held back, in milliseconds. */
  readonly delay: DelayRange | undefined;
  /** What depends on a record that is deleted: stays, goes with it, or keeps it from going. */
  readonly onDelete: OnDelete;
  /** Share of the requests that fail on purpose, from 0 to 1. */
  readonly errorRate: number;
  /** Path under which everything is served as well, `/api`; `""`: none. */
  readonly basePath: string;
  /** How long a session may lie unused before it is forgotten, in milliseconds. */
  readonly sessionIdle: number;
  /** How many sessions there may be at a time. */
  readonly sessionLimit: number;
  /** Names by which the control plane may be called, beside addresses and local names. */
  readonly controlHosts: readonly string[];
  /** Send the callbacks that operations declare. */
  readonly callbacks: boolean;
  /** Hosts beside this machine that callbacks and webhooks may go to: `hooks.example.com`, `*.example.com`. */
  readonly callbacksAllow: readonly string[];
  /** Where webhooks are sent to, by name, when what they are about happens. */
  readonly webhookUrl: Readonly<Record<string, string>>;
  /** Folder of handlers, `<operationId>.ts` or `.js`, or a `Map` of them; `undefined`: none. */
  readonly handlers: string | HandlerSource | undefined;
  /** What `x-mock` says of single operations, by id; wins over the description. */
  readonly operations: OperationOverrides | undefined;
}

export const DEFAULT_OPTIONS: MockOptions = {
  seed: 0,
  seeds: undefined,
  seedValue: "onespec",
  fixedTime: undefined,
  port: 3000,
  host: "127.0.0.1",
  store: undefined,
  dataDir: ".mock-data",
  memory: false,
  durability: "os",
  bodyLimit: 10 * 1024 * 1024,
  auth: "off",
  credentials: undefined,
  validate: "strict",
  delay: undefined,
  onDelete: "keep",
  errorRate: 0,
  basePath: "",
  sessionIdle: 60 * 60 * 1000,
  sessionLimit: 100,
  controlHosts: [],
  callbacks: false,
  callbacksAllow: [],
  webhookUrl: {},
  handlers: undefined,
  operations: undefined,
};
