import { isObject, nearestName } from "@onespec/spec-core";
import { SdkGenError } from "../errors/sdk-gen-error.js";
import {
  ADDITIONS,
  FILTER_OPERATORS,
  type OperationConfig,
  type ResourceConfig,
  type SdkConfig,
} from "./sdk-config.js";

/** The values that are allowed in one place; several members are alternatives. */
interface Shape {
  readonly text?: true;
  readonly flag?: true;
  readonly none?: true;
  readonly oneOf?: readonly unknown[];
  readonly keys?: Readonly<Record<string, Shape>>;
  readonly needed?: readonly string[];
  readonly each?: Shape;
  /** A list of these. */
  readonly listOf?: readonly string[];
}

const TEXT: Shape = { text: true };
const NAME: Shape = { text: true, none: true };
const LIST: Shape = {
  keys: {
    limit: NAME,
    offset: NAME,
    page: NAME,
    firstPage: { oneOf: [0, 1] },
    cursor: NAME,
    cursorKind: { oneOf: ["id", "token"] },
    fields: NAME,
    expand: NAME,
    sort: { none: true, keys: { parameter: TEXT, values: { each: TEXT } }, needed: ["parameter", "values"] },
    filters: {
      each: { ...NAME, keys: { property: TEXT, operator: { oneOf: FILTER_OPERATORS } }, needed: ["property"] },
    },
    items: TEXT,
    total: NAME,
    next: NAME,
    hasMore: NAME,
  },
};
const RESOURCE: Shape = {
  keys: {
    name: TEXT,
    id: TEXT,
    unwrap: { flag: true },
    list: LIST,
    relations: { each: { none: true, keys: { resource: TEXT, key: TEXT }, needed: ["resource"] } },
  },
};
const OPERATION: Shape = { keys: { skip: { flag: true }, method: TEXT, unwrap: { flag: true } } };
const CONFIG: Shape = {
  keys: {
    $schema: TEXT,
    int64: { oneOf: ["string", "bigint", "number"] },
    unwrap: { flag: true },
    with: { listOf: ADDITIONS },
    resources: { each: RESOURCE },
    operations: { each: OPERATION },
  },
};

/** The JSON Schema of the configuration, for editors. `x-onespec` at the root of a description takes the same. */
export function configSchema(): object {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Configuration of generate-sdk",
    ...jsonSchemaOf(CONFIG),
    $defs: { "x-onespec of a path": jsonSchemaOf(RESOURCE), "x-onespec of an operation": jsonSchemaOf(OPERATION) },
  };
}

function jsonSchemaOf({ text, flag, none, oneOf, keys, needed, each, listOf }: Shape): object {
  const kinds = [
    ...(text ? [{ type: "string", minLength: 1 }] : []),
    ...(flag ? [{ type: "boolean" }] : []),
    ...(none ? [{ type: "null" }] : []),
    ...(oneOf ? [{ enum: oneOf }] : []),
    ...(listOf ? [{ type: "array", items: { enum: listOf } }] : []),
    ...(each ? [{ type: "object", additionalProperties: jsonSchemaOf(each) }] : []),
    ...(keys
      ? [
          {
            type: "object",
            properties: Object.fromEntries(Object.entries(keys).map(([name, shape]) => [name, jsonSchemaOf(shape)])),
            ...(needed ? { required: needed } : {}),
            additionalProperties: false,
          },
        ]
      : []),
  ];
  const [only, ...others] = kinds;
  return others.length === 0 && only !== undefined ? only : { anyOf: kinds };
}

/** @throws SdkGenError CONFIG_INVALID for an unknown key, with the nearest known one, and for a value of the wrong kind */
export function checkConfig(value: unknown, where: string): SdkConfig {
  check(value, CONFIG, where, []);
  return value as SdkConfig;
}

export function checkResourceConfig(value: unknown, where: string): ResourceConfig {
  check(value, RESOURCE, where, []);
  return value as ResourceConfig;
}

export function checkOperationConfig(value: unknown, where: string): OperationConfig {
  check(value, OPERATION, where, []);
  return value as OperationConfig;
}

function check(value: unknown, shape: Shape, where: string, path: readonly string[]): void {
  if (shape.none && value === null) return;
  if (shape.text && typeof value === "string" && value !== "") return;
  if (shape.flag && typeof value === "boolean") return;
  if (shape.oneOf?.includes(value)) return;
  if (shape.listOf && Array.isArray(value)) {
    const strange = value.find((one) => !shape.listOf?.includes(one));
    if (strange === undefined) return;
    throw unknownName(where, [...path, String(strange)], shape.listOf, "module");
  }
  if (!isObject(value) || !(shape.keys ?? shape.each)) throw invalid(where, path, `must be ${kindsOf(shape)}`);
  for (const [name, member] of Object.entries(value)) {
    const inner = shape.each ?? (Object.hasOwn(shape.keys ?? {}, name) ? shape.keys?.[name] : undefined);
    if (inner) check(member, inner, where, [...path, name]);
    else throw unknownName(where, [...path, name], Object.keys(shape.keys ?? {}), "key");
  }
  for (const name of shape.needed ?? [])
    if (!Object.hasOwn(value, name)) throw invalid(where, [...path, name], "is required");
}

function kindsOf({ text, flag, none, oneOf = [], keys, each, listOf }: Shape): string {
  const kinds = [
    ...(text ? ["a text"] : []),
    ...(flag ? ["true or false"] : []),
    ...oneOf.map((value) => JSON.stringify(value)),
    ...((keys ?? each) ? ["an object"] : []),
    ...(listOf ? [`a list of ${listOf.join(", ")}`] : []),
    ...(none ? ["null"] : []),
  ];
  return kinds.join(" or ");
}

const HINT = 'The page "x-onespec" of the documentation lists the keys: docs/reference/x-onespec.md.';

export function invalid(where: string, path: readonly string[], message: string): SdkGenError {
  const place = path.length === 0 ? "the configuration" : path.join(".");
  return new SdkGenError("CONFIG_INVALID", `${where}: ${place} ${message}.`, {
    hint: HINT,
  });
}

/** The error for an unknown name. It suggests the nearest known name, or lists the known ones. */
export function unknownName(
  where: string,
  path: readonly string[],
  known: readonly string[],
  kind: string,
): SdkGenError {
  const meant = nearestName(path.at(-1) ?? "", known);
  const list = known.slice(0, 12).join(", ") + (known.length > 12 ? ", …" : "");
  const hint = meant !== undefined ? ` (did you mean ${meant}?)` : known.length > 0 ? `: there are ${list}` : "";
  return new SdkGenError("CONFIG_INVALID", `${where}: ${path.join(".")} is no ${kind}${hint}.`, {
    hint: HINT,
  });
}
