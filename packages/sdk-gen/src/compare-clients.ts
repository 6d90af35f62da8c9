import { type ApiDescription, joinPointer } from "@onespec/spec-core";
import { configOf } from "./config/config-of.js";
import { readConfig } from "./config/read-config.js";
import { codeSpan } from "./emit/escape.js";
import { planSdk } from "./plan/plan-sdk.js";
import type { SdkPlan } from "./plan/sdk-plan.js";
import { type ApiSurface, apiSurface } from "./surface/api-surface.js";
import { callsWith } from "./surface/calls-with.js";
import { diffSurface, type SurfaceChange } from "./surface/diff-surface.js";
import { compareVersions, isVersion, nextVersion } from "./surface/next-version.js";
import { portableNames } from "./write/manifest.js";

/** A change in the words of the description. */
export interface PlacedChange extends SurfaceChange {
  /** `POST /books`, several operations, or a schema with the property: `schema Book, title`. */
  readonly subject: string;
  /**
   * The position in the new description. For removed parts, the position in the old one. The file is relative to the
   * description's folder.
   */
  readonly place?: { readonly file: string; readonly line?: number; readonly isOld?: true };
}

export interface ClientComparison {
  /**
   * The changes that callers of the client notice. Changes of whole methods come first, the others are sorted by name.
   */
  readonly changes: readonly PlacedChange[];
  /** The lowest version that semver allows after the version of `before`; absent if that version is not semver. */
  readonly nextVersion: string | undefined;
  /** True if the version of `after` is `nextVersion` or higher. */
  readonly isVersionRaised: boolean;
}

/**
 * Compares the clients of two descriptions, in memory. Names stay the same as in a regeneration.
 * @param config a configuration file, as for `generate-sdk --config`
 * @throws SdkGenError CONFIG_UNREADABLE, CONFIG_INVALID, MODELS_TOO_MANY
 */
export async function compareClients(
  before: ApiDescription,
  after: ApiDescription,
  { config }: { readonly config?: string | undefined } = {},
): Promise<ClientComparison> {
  const given = config === undefined ? undefined : await readConfig(config);
  const old = planSdk(before, "0.0.0", new Map(), configOf(before, given, config));
  const names = portableNames(before.source).toDisk(old.names);
  const pins = portableNames(after.source).fromDisk(Object.fromEntries(names));
  const now = planSdk(after, "0.0.0", pins, configOf(after, given, config));
  const [oldSurface, surface] = [apiSurface(old), apiSurface(now)];
  const changes = diffSurface(oldSurface, surface).map((change): PlacedChange => {
    if (change.more) return { ...change, subject: routesText([change.name, ...change.more], surface) };
    const isGone = Object.hasOwn(oldSurface, change.name) && !Object.hasOwn(surface, change.name);
    const found = isGone ? placeOf(change.name, old, oldSurface) : placeOf(change.name, now, surface);
    const { subject, pointer } = found ?? { subject: change.name };
    const place = pointer === undefined ? undefined : lineOf(isGone ? before : after, pointer);
    const message = messageOfCalls(change, surface, now) ?? messageOfCalls(change, oldSurface, old) ?? change.message;
    return { ...change, message, subject, ...(place && { place: { ...place, ...(isGone && { isOld: true }) } }) };
  });
  const next = isVersion(before.version) ? nextVersion(before.version, changes) : undefined;
  return {
    changes,
    nextVersion: next,
    isVersionRaised: next !== undefined && isVersion(after.version) && compareVersions(after.version, next) >= 0,
  };
}

const MOST_NAMED = 3;

/** Rewords the message about a field so that it shows the calls that pass it. `undefined` if no call passes it. */
function messageOfCalls({ name, message }: SurfaceChange, surface: ApiSurface, plan: SdkPlan): string | undefined {
  if (!Object.hasOwn(surface, name) || surface[name]?.kind !== "request-field") return undefined;
  const calls = callsWith(name, plan);
  const field = name.replace(/^.*[.}]/s, "");
  const start = codeSpan(name);
  if (calls.length === 0 || field === "" || !message.startsWith(start)) return undefined;
  const more = calls.length - MOST_NAMED;
  const named = calls.slice(0, MOST_NAMED).map(codeSpan).join(", ");
  return `${named}${more > 0 ? ` and ${more} more` : ""}: ${codeSpan(field)}${message.slice(start.length)}`;
}

function routesText(methods: readonly string[], surface: ApiSurface): string {
  const routes = methods.map((name) => surface[name]?.route ?? name);
  const more = routes.length - MOST_NAMED;
  return `${routes.slice(0, MOST_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Operation, or schema and property, behind a name of the client. */
function placeOf(
  name: string,
  { api, models }: SdkPlan,
  surface: ApiSurface,
): { readonly subject: string; readonly pointer?: string } | undefined {
  const method = name.replace(/[({].*$/s, "");
  const route = Object.hasOwn(surface, method) ? surface[method]?.route : undefined;
  if (route !== undefined) {
    const operation = api.operations.find(({ method: verb, path }) => `${verb.toUpperCase()} ${path}` === route);
    return { subject: route, ...(operation && { pointer: operation.pointer }) };
  }
  if (!Object.hasOwn(surface, name)) return undefined;
  const [, owner = "", field] = /^([^.]*)(?:\.(.*))?$/s.exec(name) ?? [];
  const model = models.find((each) => each.name === owner || each.inputName === owner);
  if (!model) return undefined;
  const subject = `schema ${model.name}${field === undefined ? "" : `, ${field}`}`;
  const pointer = field === undefined ? model.schema.uri : joinPointer(model.schema.uri, "properties", field);
  return { subject, pointer };
}

function lineOf(api: ApiDescription, pointer: string): NonNullable<PlacedChange["place"]> {
  const { file, line } = api.locate(pointer);
  const folder = api.source.slice(0, api.source.lastIndexOf("/") + 1);
  const shown = file.startsWith(folder) ? file.slice(folder.length) : file;
  return { file: shown, ...(line !== undefined && { line }) };
}
