import { isObject, nearestName } from "@onespec/spec-core";
import { OptionsError } from "../errors/options-error.js";
import { MOCK_EXTENSION_SCHEMA } from "./mock-extension.js";
import { type ConfigFile, DEFAULT_OPTIONS } from "./mock-options.js";
import { OPTION_TABLE, type OptionSpec } from "./option-table.js";

const KEYS = Object.entries(OPTION_TABLE).flatMap(([name, { schema, read, ...spec }]) =>
  schema && read ? [{ ...spec, name, schema, read }] : [],
);

/** JSON Schema of `mock-server.config.json` for editors; `$defs` holds the schema of `x-mock`. */
export function configSchema(): object {
  const keys = KEYS.map(({ name, expects, schema }) => [name, { ...schema, description: expects }]);
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
  const hint = "Each flag is a key in camel case; the documentation lists all keys.";
  if (!isObject(given)) {
    throw new OptionsError("CONFIG_INVALID", `${file} does not hold an object of options.`, {
      hint: "Export it: export default { seed: 10 }",
    });
  }
  const config: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(given as object)) {
    // `$schema` is for editors.
    if (value === undefined || name === "$schema") continue;
    const key = KEYS.find((one) => one.name === name);
    if (!key) {
      problems.push(
        unknownOption(
          name,
          KEYS.map((one) => one.name),
        ),
      );
      continue;
    }
    const read = key.read(value, folder);
    if (read === undefined) problems.push(`\`${name}\` takes ${key.expects}, not ${shown(value)}`);
    else config[name] = read;
  }
  if (problems.length > 0) throw new OptionsError("CONFIG_INVALID", `${file}: ${problems.join("; ")}.`, { hint });
  return config;
}

/**
 * Reads the options of a program and reports all problems at once.
 * @param caller for messages
 * @param others options beside those of `MockOptions`
 * @throws OptionsError `CONFIG_INVALID`
 */
export function readOptions(
  caller: string,
  given: object,
  others: Readonly<Record<string, Pick<OptionSpec, "expects" | "read" | "readOwn">>>,
): Record<string, unknown> {
  const names = [...Object.keys(DEFAULT_OPTIONS), ...Object.keys(others)];
  const options: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name)) problems.push(unknownOption(name, names));
    // Only `description` has no default.
    if (!names.includes(name) || (value === undefined && name !== "description")) continue;
    const key: Pick<OptionSpec, "expects" | "read" | "readOwn"> | undefined =
      others[name] ?? KEYS.find((one) => one.name === name);
    const read = key?.readOwn?.(value) ?? key?.read?.(value, "");
    if (read === undefined) problems.push(`\`${name}\` takes ${key?.expects}, not ${shown(value)}`);
    else options[name] = read;
  }
  if (problems.length === 0) return options;
  const hint = "Each flag is an option in camel case; the documentation lists all of them with their values.";
  throw new OptionsError("CONFIG_INVALID", `${caller}: ${problems.join("; ")}.`, { hint });
}

function unknownOption(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  return `there is no \`${name}\`${near === undefined ? "" : ` (did you mean \`${near}\`?)`}`;
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 60) ?? typeof value;
}
