/** How a mock server behaves. Flags and programs fill in the same fields. */
export interface MockOptions {
  /** Records to make in each empty resource at start. 0: none. */
  readonly seed: number;
  /** Text from which all generated data follows: the same text, the same data. */
  readonly seedValue: string;
  /** TCP port; 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** Folder of the JSON files. Ignored with `memory`. */
  readonly dataDir: string;
  /** Keep nothing on disk. */
  readonly memory: boolean;
  /** `os`: a write is acknowledged when the operating system has it; `disk`: when the disk has it (fsync). */
  readonly durability: "os" | "disk";
  /** Largest request body, in bytes. */
  readonly bodyLimit: number;
}

export const DEFAULT_OPTIONS: MockOptions = {
  seed: 0,
  seedValue: "onespec",
  port: 3000,
  host: "127.0.0.1",
  dataDir: ".mock-data",
  memory: false,
  durability: "os",
  bodyLimit: 10 * 1024 * 1024,
};
