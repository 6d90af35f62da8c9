import { isObject, nearestName } from "@onespec/spec-core";
import { OptionsError } from "../errors/options-error.js";
import { MOCK_EXTENSION_SCHEMA } from "./mock-extension.js";
import { type ConfigFile, DEFAULT_OPTIONS } from "./mock-options.js";
import { OPTION_TABLE, type OptionSpec } from "./option-table.js";

/** The part of an option that reads its value. */
type KeySpec = Pick<OptionSpec, "expects" | "read" | "readOwn">;

/** The options that a config file may have. */
const KEYS = new Map(
  Object.entries(OPTION_TABLE).flatMap(([name, { schema, read, ...spec }]) =>
    schema && read ? [[name, { ...spec, schema, read }] as const] : [],
  ),
);

/** JSON Schema of `mock-server.config.json`, for editors. `$defs` has the schema of `x-mock`. */
export function configSchema(): object {
  const keys = [...KEYS].map(([name, { expects, schema }]) => [name, { ...schema, description: expects }]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "mock-server.config.json",
    type: "object",
    properties: { $schema: { type: "string" }, ...Object.fromEntries(keys) },
    additionalProperties: false,
    $defs: { "x-mock": MOCK_EXTENSION_SCHEMA },
  };
}

/**
 * Checks the content of a config file and reports all problems at once.
 * @param file for messages
 * @param folder absolute start of relative paths
 * @throws OptionsError `CONFIG_INVALID`
 */
export function parseConfig(given: unknown, file: string, folder: string): ConfigFile {
  if (!isObject(given)) {
    throw new OptionsError("CONFIG_INVALID", `${file} does not hold an object of options.`, {
      hint: "Export it: export default { seed: 10 }",
    });
  }
  // `$schema` is for editors.
  const { $schema: _, ...options } = given;
  return readAll(file, options, KEYS, ({ read }, value) => read?.(value, folder));
}

/**
 * Reads the options that a program gives, and reports all problems at once.
 * @param caller name of the called function, for messages
 * @param others options in addition to those of `MockOptions`
 * @throws OptionsError `CONFIG_INVALID`
 */
export function readOptions(
  caller: string,
  given: object,
  others: Readonly<Record<string, KeySpec>>,
): Record<string, unknown> {
  const own = [...KEYS].filter(([name]) => Object.hasOwn(DEFAULT_OPTIONS, name));
  const keys = new Map<string, KeySpec>([...own, ...Object.entries(others)]);
  return readAll(caller, given, keys, ({ read, readOwn }, value) => readOwn?.(value) ?? read?.(value, ""));
}

/** @param origin for messages */
function readAll(
  origin: string,
  given: object,
  keys: ReadonlyMap<string, KeySpec>,
  read: (key: KeySpec, value: unknown) => unknown,
): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    const key = keys.get(name);
    if (!key) problems.push(unknownOption(name, [...keys.keys()]));
    // Only `description` has no default.
    if (!key || (value === undefined && name !== "description")) continue;
    options[name] = read(key, value);
    if (options[name] === undefined) problems.push(`\`${name}\` takes ${key.expects}, not ${shown(value)}`);
  }
  if (problems.length === 0) return options;
  const hint = "Each flag is an option in camel case; the documentation lists all of them with their values.";
  throw new OptionsError("CONFIG_INVALID", `${origin}: ${problems.join("; ")}.`, { hint });
}

function unknownOption(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  return `there is no \`${name}\`${near === undefined ? "" : ` (did you mean \`${near}\`?)`}`;
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 60) ?? typeof value;
}
