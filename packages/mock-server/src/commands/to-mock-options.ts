import { DEFAULT_OPTIONS, type MockOptions, type ServeFlags } from "../config/mock-options.js";
import { parseStore } from "../config/parse-option.js";

/**
 * The one merge: defaults < config file < flags. In a container the default host is 0.0.0.0, since 127.0.0.1 cannot be
 * reached from outside. If a flag and the file exclude each other (`--data-dir` and `memory` or `store`), the flag
 * wins.
 */
export function toMockOptions(file: Partial<MockOptions>, flags: ServeFlags, inContainer: boolean): MockOptions {
  const host = inContainer ? "0.0.0.0" : DEFAULT_OPTIONS.host;
  const merged = { ...DEFAULT_OPTIONS, host, ...file, ...flags };
  const keepsData = flags.dataDir !== undefined || flags.durability !== undefined;
  const names = Object.keys(DEFAULT_OPTIONS) as (keyof MockOptions)[];
  const known = Object.fromEntries(names.map((name) => [name, merged[name]])) as unknown as MockOptions;
  const isElsewhere = flags.store === undefined && (keepsData || flags.memory === true);
  const place = isElsewhere || merged.store === undefined ? { store: undefined } : parseStore(merged.store);
  return { ...known, memory: flags.memory ?? (keepsData ? false : merged.memory), ...place };
}
