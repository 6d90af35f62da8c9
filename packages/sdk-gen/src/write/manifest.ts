import { dirname, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isObject } from "@onespec/spec-core";
import { ADDITIONS, type Addition } from "../config/sdk-config.js";
import { isIdentifier } from "../emit/escape.js";
import { SdkGenError } from "../errors/sdk-gen-error.js";
import type { ApiSurface, SurfaceItem } from "../surface/api-surface.js";
import type { SurfaceChange } from "../surface/diff-surface.js";
import { isVersion } from "../surface/next-version.js";

/** Options of a run that the next one needs; those with default values are absent. */
export interface KeptOptions {
  /** Path of the configuration file, relative to the folder of the client. */
  readonly config?: string;
  readonly language?: "ts";
  readonly validation?: false;
  readonly queries?: false;
  readonly with?: readonly Addition[];
}

/** The state that a run leaves for the next one: `onespec.manifest.json`. */
export interface Manifest {
  readonly generator: string;
  readonly version: string;
  readonly description: { readonly title: string; readonly version: string };
  readonly options?: KeptOptions;
  /** SHA-256 of each written file, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Names by subject. */
  readonly names: Readonly<Record<string, string>>;
  readonly surface: ApiSurface;
  /** Changes, by their message, that ask for a higher version than the client has. Absent: none. */
  readonly owed?: Readonly<Record<string, SurfaceChange["effect"]>>;
}

export const MANIFEST = "onespec.manifest.json";

/** The manifest as JSON with a line for each file, name and item, so that version control shows each change. */
export function emitManifest(manifest: Manifest): string {
  const { surface, ...head } = manifest;
  const usual = usualFacts(Object.values(surface));
  const sections = Object.entries({ ...head, usual, surface: packSurface(surface, usual) })
    .filter(([key, value]) => !/^(options|owed|usual)$/.test(key) || Object.keys(value).length > 0)
    .map(([key, value]) => `${JSON.stringify(key)}: ${sectionText(value)}`);
  return `{\n ${sections.join(",\n ")}\n}\n`;
}

function sectionText(section: string | object): string {
  if (typeof section === "string") return JSON.stringify(section);
  const lines = Object.entries(section).map(([name, item]) => `  ${JSON.stringify(name)}: ${JSON.stringify(item)}`);
  return `{${lines.length > 0 ? `\n${lines.join(",\n")}\n ` : ""}}`;
}

/**
 * Writes all items of a model or a resource as one object. Most items are parameters and fields, so these become a
 * text: their type, with `?` if optional. With limits they become a list: `["string?", { "maxLength": 200 }]`.
 */
function packSurface(surface: ApiSurface, usual: UsualFacts): object {
  const packed = new Map<string, [string, unknown][]>();
  for (const [name, item] of Object.entries(surface)) {
    const { owner, member } = partsOf(name);
    const members = packed.get(owner) ?? [];
    packed.set(owner, members);
    members.push([member, packItem(withoutUsual(item, usual), usualKind(member, surface[owner]?.kind))]);
  }
  return Object.fromEntries([...packed].map(([owner, members]) => [owner, Object.fromEntries(members)]));
}

/** The facts of most methods, which are written once. */
type UsualFacts = Pick<SurfaceItem, (typeof FACTS)[number]>;
const FACTS = ["statuses", "security", "base"] as const;

function usualFacts(items: readonly SurfaceItem[]): UsualFacts {
  const methods = items.filter(({ route }) => route !== undefined);
  const facts = FACTS.flatMap((name) => {
    const counts = new Map<string, number>();
    for (const { [name]: fact } of methods)
      if (fact !== undefined) counts.set(JSON.stringify(fact), (counts.get(JSON.stringify(fact)) ?? 0) + 1);
    const [[text, count] = ["", 0]] = [...counts].sort(
      ([left, most], [right, more]) => more - most || (left < right ? -1 : 1),
    );
    return count > 1 ? [[name, JSON.parse(text)]] : [];
  });
  return Object.fromEntries(facts);
}

/** Omits the usual facts of a method, and marks absent ones with `null`. */
function withoutUsual(item: SurfaceItem, usual: UsualFacts): SurfaceItem {
  if (item.route === undefined) return item;
  const own: Record<string, unknown> = { ...item };
  for (const [name, fact] of Object.entries(usual)) {
    if (own[name] === undefined) own[name] = null;
    else if (JSON.stringify(own[name]) === JSON.stringify(fact)) delete own[name];
  }
  return own as unknown as SurfaceItem;
}

function withUsual(item: unknown, usual: unknown): unknown {
  if (!isObject(item) || item.route === undefined || !isObject(usual)) return item;
  const facts = Object.entries({ ...usual, ...item });
  return Object.fromEntries(facts.filter(([, fact]) => fact !== null));
}

function packItem({ kind, text, required, ...more }: SurfaceItem, usual: SurfaceItem["kind"] | undefined): unknown {
  if (kind !== usual || more.route !== undefined)
    return [kind, text, required, ...(Object.keys(more).length > 0 ? [more] : [])];
  const type = required ? text : `${text}?`;
  return more.limits ? [type, more.limits] : type;
}

function partsOf(name: string): { readonly owner: string; readonly member: string } {
  const [, owner = "", member = ""] = /^([^.(]*)(.*)$/s.exec(name) ?? [];
  return { owner, member };
}

/** The kind of a parameter or field, as its name and its model show it. */
function usualKind(member: string, model: unknown): SurfaceItem["kind"] | undefined {
  if (member === "") return undefined;
  switch (model) {
    case "model":
      return "answer-field";
    case "request-model":
      return "request-field";
    case "shared-model":
      return "field";
  }
  if (member.includes("()")) return "answer-field";
  return member.includes("{") ? "request-field" : member.includes("(") ? "parameter" : undefined;
}

function unpackSurface(packed: unknown, usual: unknown): unknown {
  if (!isObject(packed)) return packed;
  const items = Object.entries(packed).flatMap(([owner, members]) => {
    if (!isObject(members) || Object.keys(members).length === 0) return [[owner, members]];
    const model = Array.isArray(members[""]) ? members[""][0] : undefined;
    return Object.entries(members).map(([member, item]) => [
      `${owner}${member}`,
      withUsual(unpackItem(item, usualKind(member, model)), usual),
    ]);
  });
  return Object.fromEntries(items);
}

function unpackItem(item: unknown, kind: SurfaceItem["kind"] | undefined): unknown {
  const [type, limits] = Array.isArray(item) ? item : [item];
  if (Array.isArray(item) && item.length > 2) {
    const [own, text, required, more] = item;
    return { kind: own, text, required, ...more };
  }
  if (typeof type !== "string") return item;
  const required = !type.endsWith("?");
  return { kind, text: required ? type : type.slice(0, -1), required, ...(limits === undefined ? {} : { limits }) };
}

/** @throws SdkGenError MANIFEST_UNREADABLE */
export function parseManifest(text: string, file: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw unreadable(file, cause);
  }
  const manifest = isObject(value) ? { ...value, surface: unpackSurface(value.surface, value.usual) } : value;
  if (!isManifest(manifest)) throw unreadable(file, undefined);
  return manifest;
}

/**
 * Checks the whole manifest, since the generator removes the files that it lists and uses its names in code and paths.
 */
function isManifest(value: unknown): value is Manifest {
  if (!isObject(value)) return false;
  const { version, options, files, names, surface, owed } = value;
  return (
    typeof version === "string" &&
    isVersion(version) &&
    (options === undefined || isKeptOptions(options)) &&
    isObject(files) &&
    Object.entries(files).every(([path, sum]) => isInside(path) && typeof sum === "string") &&
    isObject(names) &&
    Object.values(names).every((name) => typeof name === "string" && isIdentifier(name) && name.length < 200) &&
    new Set(Object.values(names).map((name) => String(name).toLowerCase())).size === Object.keys(names).length &&
    (owed === undefined || (isObject(owed) && Object.values(owed).every(isEffect))) &&
    isObject(surface) &&
    Object.values(surface).every(isSurfaceItem)
  );
}

function isEffect(value: unknown): value is SurfaceChange["effect"] {
  return value === "breaking" || value === "changed" || value === "added";
}

function isKeptOptions(value: unknown): value is KeptOptions {
  if (!isObject(value)) return false;
  const { config, language = "ts", validation = false, queries = false, with: additions = [] } = value;
  return (
    (config === undefined || typeof config === "string") &&
    language === "ts" &&
    validation === false &&
    queries === false &&
    Array.isArray(additions) &&
    additions.every((name) => ADDITIONS.includes(name))
  );
}

function isSurfaceItem(item: unknown): boolean {
  return (
    isObject(item) &&
    typeof item.kind === "string" &&
    typeof item.text === "string" &&
    typeof item.required === "boolean" &&
    (item.base === undefined || typeof item.base === "string") &&
    (item.route === undefined ? item.statuses === undefined : isTexts(item.statuses)) &&
    (item.security === undefined || (Array.isArray(item.security) && item.security.every(isTexts)))
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

/** True for a path below the output folder on every system. */
function isInside(path: string): boolean {
  return /^[\w.$-]+(\/[\w.$-]+)*$/.test(path) && !path.split("/").some((name) => /^\.{1,2}$/.test(name));
}

function unreadable(file: string, cause: unknown): SdkGenError {
  return new SdkGenError("MANIFEST_UNREADABLE", `${file} is not a manifest that this generator wrote.`, {
    hint: "Restore it from version control, or use --force to write the whole client again.",
    cause,
  });
}

/** Converts the subjects of names between absolute file URLs and paths relative to the description. */
export interface PortableNames {
  toDisk(names: ReadonlyMap<string, string>): Map<string, string>;
  fromDisk(names: Readonly<Record<string, string>>): Map<string, string>;
}

/** @param source path or URL of the description */
export function portableNames(source: string): PortableNames {
  if (/^https?:/i.test(source))
    return { toDisk: (names) => new Map(names), fromDisk: (names) => new Map(Object.entries(names)) };
  const folder = dirname(resolve(/^file:/i.test(source) ? fileURLToPath(source) : source));
  const toDisk = (subject: string): string =>
    subject.replace(/file:\/\/\/[^#]*/, (url) => `file:${relative(folder, fileURLToPath(url)).replaceAll("\\", "/")}`);
  const fromDisk = (subject: string): string =>
    subject.replace(/file:(?!\/)([^#]*)/, (_whole, path: string) => pathToFileURL(resolve(folder, path)).href);
  return {
    toDisk: (names) => new Map([...names].map(([subject, name]) => [toDisk(subject), name])),
    fromDisk: (names) => new Map(Object.entries(names).map(([subject, name]) => [fromDisk(subject), name])),
  };
}
