import { codeSpan } from "../emit/escape.js";
import type { ApiSurface, SurfaceItem } from "./api-surface.js";
import { fitsType } from "./fits-type.js";

export interface SurfaceChange {
  readonly effect: "added" | "changed" | "breaking";
  /** `books.find(limit)`, `Book.title`. */
  readonly name: string;
  /** One sentence. */
  readonly message: string;
  /** Further names with the same change. */
  readonly more?: readonly string[];
}

/** The changes that callers notice. A change is breaking if code that worked with `before` may fail with `after`. */
export function diffSurface(before: ApiSurface, after: ApiSurface): SurfaceChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const renames = renamedMethods(before, after);
  const called = names.flatMap((name): SurfaceChange[] => {
    const [old, now] = [itemOf(before, name), itemOf(after, name)];
    if (old && now) return changed(name, old, now, before, after);
    const renamed = renames.get(name);
    if (renamed !== undefined) return old ? [{ effect: "breaking", name, message: renamedText(name, renamed) }] : [];
    if (now) return isReported(name, before, after) ? [added(name, now)] : [];
    return old && isReported(name, after, before) ? [removed(name, old)] : [];
  });
  return [...contractChanges(before, after), ...called];
}

/**
 * Changes of methods that keep their names or routes: route, base path, security and statuses. The same change in many methods is listed
 * once.
 */
function contractChanges(before: ApiSurface, after: ApiSurface): SurfaceChange[] {
  const found = new Map<string, { effect: SurfaceChange["effect"]; text: string; methods: string[] }>();
  const old = new Map(methodsOf(before).map(([, item]) => [item.route, item]));
  const methods = methodsOf(after);
  for (const [name, now] of methods) {
    const known = old.get(now.route) ?? itemOf(before, name);
    if (known === undefined) continue;
    for (const { effect, text } of [
      ...routeChanges(known, now),
      ...securityChanges(known, now),
      ...statusChanges(known, now),
    ]) {
      const group = found.get(`${effect} ${text}`) ?? { effect, text, methods: [] };
      found.set(`${effect} ${text}`, group);
      group.methods.push(name);
    }
  }
  return [...found.values()].map(({ effect, text, methods: [name = "", ...more] }) => {
    const all = more.length > 0 && more.length + 1 === methods.length;
    const who = all ? "Every method" : [name, ...more.slice(0, MOST_NAMED - 1)].map(codeSpan).join(", ");
    const rest = more.length + 1 - MOST_NAMED;
    const message = `${who}${!all && rest > 0 ? ` and ${rest} more` : ""}: ${text}`;
    return { effect, name, message, ...(more.length > 0 && { more }) };
  });
}

const MOST_NAMED = 3;

function methodsOf(surface: ApiSurface): [string, SurfaceItem][] {
  return Object.entries(surface).filter(([, { kind, route }]) => kind === "method" && route !== undefined);
}

type ContractChange = Pick<SurfaceChange, "effect"> & { readonly text: string };

function routeChanges(old: SurfaceItem, now: SurfaceItem): ContractChange[] {
  const isMoved = old.route !== now.route;
  const [from = "", to = ""] = [old, now].map(({ route = "", base = "" }) =>
    isMoved ? route.replace(" ", ` ${base}`) : base || "/",
  );
  const [before, after] = [from, to].map((path) => path.replace(/\{[^{}]*\}/g, "{}"));
  if (before === after) return [];
  const what = isMoved ? "route" : "path of the server";
  return [{ effect: "breaking", text: `the ${what} was ${codeSpan(from)}, is ${codeSpan(to)}` }];
}

function securityChanges({ security: old = [] }: SurfaceItem, { security: now = [] }: SurfaceItem): ContractChange[] {
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  // An empty list of alternatives means that no credentials are needed.
  const [before, after] = [old, now].map((all) => (all.length === 0 ? [[]] : all));
  const isEnough = (given: readonly string[]): boolean =>
    after?.some((needed) => needed.every((part) => given.includes(part))) ?? false;
  return [
    {
      effect: before?.every(isEnough) ? "changed" : "breaking",
      text: `the security was ${securityText(old)}, is ${securityText(now)}`,
    },
  ];
}

function securityText(security: readonly (readonly string[])[]): string {
  if (security.length === 0) return "none";
  return security.map((parts) => (parts.length === 0 ? "none" : codeSpan(parts.join(" + ")))).join(" or ");
}

/** Newly documented errors change nothing for callers. */
function statusChanges({ statuses: old = [] }: SurfaceItem, { statuses: now = [] }: SurfaceItem): ContractChange[] {
  const [before, after] = [old, now].map((all) => all.filter(isSuccess));
  const gone = old.filter((status) => !isSuccess(status) && !now.includes(status));
  const text = (list: readonly string[] = []): string => list.map(codeSpan).join(", ") || "none";
  return [
    ...(String(before) === String(after)
      ? []
      : [{ effect: "changed", text: `the success statuses were ${text(before)}, are ${text(after)}` } as const]),
    ...(gone.length === 0
      ? []
      : [{ effect: "changed", text: `the error statuses ${text(gone)} are not documented any more` } as const]),
  ];
}

function isSuccess(status: string): boolean {
  return /^[23]/.test(status);
}

function renamedText(old: string, now: string): string {
  return `${codeSpan(old)} is called ${codeSpan(now)} now`;
}

/** Old method names by new ones, and new ones by old ones, for methods that call the same operation. */
function renamedMethods(before: ApiSurface, after: ApiSurface): ReadonlyMap<string, string> {
  const gone = Object.entries(before).filter(([name, { kind }]) => kind === "method" && !itemOf(after, name));
  const fresh = Object.entries(after).filter(([name, { kind }]) => kind === "method" && !itemOf(before, name));
  const pairs = gone.flatMap(([old, { route }]) => {
    const found = fresh.find(([, item]) => route !== undefined && item.route === route);
    return found ? [[old, found[0]] as const, [found[0], old] as const] : [];
  });
  return new Map(pairs);
}

/** False for parts of something that is new or removed as a whole. */
function isReported(name: string, without: ApiSurface, withIt: ApiSurface): boolean {
  const owner = ownerOf(name, withIt);
  return owner === undefined || itemOf(without, owner) !== undefined;
}

/** Only own properties count: every object has `constructor`. */
function itemOf(surface: ApiSurface, name: string): SurfaceItem | undefined {
  return Object.hasOwn(surface, name) ? surface[name] : undefined;
}

function ownerOf(name: string, surface: ApiSurface): string | undefined {
  const call = name.search(/[({]/);
  if (call > 0) return name.slice(0, call);
  const dot = name.indexOf(".");
  const owner = dot > 0 ? name.slice(0, dot) : undefined;
  return owner !== undefined && itemOf(surface, owner) ? owner : undefined;
}

/** True if callers send it. */
function isGiven({ kind }: SurfaceItem): boolean {
  return /^(parameter|field|request-.*|shared-model)$/.test(kind);
}

/** True if callers receive it. */
function isRead({ kind }: SurfaceItem): boolean {
  return /^(field|answer-field|model|shared-model)$/.test(kind);
}

function added(name: string, item: SurfaceItem): SurfaceChange {
  if (item.required && isGiven(item))
    return { effect: "breaking", name, message: `${codeSpan(name)} is new and required` };
  return { effect: "added", name, message: `${codeSpan(name)} is new` };
}

function removed(name: string, item: SurfaceItem): SurfaceChange {
  return {
    effect: "breaking",
    name,
    message: `${codeSpan(name)} is gone${REMOVED[item.kind] ?? ""}`,
  };
}

/** Unknown properties of a body pass the checks of most schemas. */
const REMOVED: Partial<Record<SurfaceItem["kind"], string>> = {
  parameter: "; calls that pass it are rejected",
  "request-field": "; TypeScript rejects calls that pass it",
  field: "; TypeScript rejects calls that pass it",
};

function changed(
  name: string,
  old: SurfaceItem,
  now: SurfaceItem,
  before: ApiSurface,
  after: ApiSurface,
): SurfaceChange[] {
  const changes: SurfaceChange[] = [];
  const [given, read] = [isGiven(now), isRead(now)];
  if (old.required !== now.required && now.kind !== "method") {
    const isBreaking = now.required ? given : read;
    const message = given
      ? `${codeSpan(name)} ${now.required ? "is required now" : "is optional now"}`
      : `${codeSpan(name)} ${now.required ? "is always present now" : "may be missing now"}`;
    changes.push({ effect: isBreaking ? "breaking" : "changed", name, message });
  }
  // The text of a method changes with its parameters and models, which have their own changes.
  if (old.text !== now.text && now.kind !== "method") {
    const [was, is] = [
      { text: old.text, surface: before },
      { text: now.text, surface: after },
    ];
    const isHarmless = (!given || fitsType(was, is, true)) && (!read || fitsType(is, was, false));
    changes.push({
      effect: isHarmless ? "changed" : "breaking",
      name,
      message: `${codeSpan(name)} was ${codeSpan(short(old.text))}, is ${codeSpan(short(now.text))}`,
    });
  }
  if (given) changes.push(...limitChanges(name, old.limits ?? {}, now.limits ?? {}));
  if (old.text !== now.text && now.kind === "method")
    changes.push({
      effect: "changed",
      name,
      message: `${codeSpan(name)} has another signature: ${codeSpan(short(now.text))}`,
    });
  return changes;
}

/** Tighter limits reject values that were accepted before. */
function limitChanges(
  name: string,
  old: NonNullable<SurfaceItem["limits"]>,
  now: NonNullable<SurfaceItem["limits"]>,
): SurfaceChange[] {
  const keywords = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort();
  return keywords.flatMap((keyword): SurfaceChange[] => {
    const [before, after] = [old[keyword], now[keyword]];
    if (JSON.stringify(before) === JSON.stringify(after)) return [];
    const text = (value: unknown): string => (value === undefined ? "none" : codeSpan(short(limitText(value))));
    const message = `${codeSpan(name)}: \`${keyword}\` was ${text(before)}, is ${text(after)}`;
    return [{ effect: isLooser(keyword, before, after) ? "changed" : "breaking", name, message }];
  });
}

function limitText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** @param name a keyword after the path of the value that it limits: `[].name.maxLength` */
function isLooser(name: string, before: unknown, after: unknown): boolean {
  const keyword = name.slice(name.lastIndexOf(".") + 1);
  if (after === undefined || after === "" || (after === false && keyword === "uniqueItems")) return true;
  if (typeof before !== "number" || typeof after !== "number") return false;
  if (keyword === "multipleOf") return Number.isInteger(before / after);
  return /^(max|exclusiveMax)/.test(keyword) ? after > before : after < before;
}

function short(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
