import type { ServeFlags } from "../cli/program.js";
import { DEFAULT_OPTIONS, type MockOptions } from "../config/mock-options.js";

/** Defaults < flags. In a container the default host is every network: 127.0.0.1 could not be reached from outside. */
export function toMockOptions(flags: ServeFlags, inContainer: boolean): MockOptions {
  const { seed, port, dataDir, seedValue, durability, memory = false } = flags;
  const host = flags.host ?? (inContainer ? "0.0.0.0" : DEFAULT_OPTIONS.host);
  return { ...DEFAULT_OPTIONS, seed, port, host, dataDir, seedValue, durability, memory };
}
