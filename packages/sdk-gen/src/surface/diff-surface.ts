import { codeSpan } from "../emit/escape.js";
import type { ApiSurface, SurfaceItem } from "./api-surface.js";

export interface SurfaceChange {
  readonly effect: "added" | "changed" | "breaking";
  /** `books.find(limit)`, `Book.title`. */
  readonly name: string;
  /** One sentence. */
  readonly message: string;
}

/** The changes that callers notice. A change is breaking if code that worked with `before` may fail with `after`. */
export function diffSurface(before: ApiSurface, after: ApiSurface): SurfaceChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name): SurfaceChange[] => {
    const [old, now] = [itemOf(before, name), itemOf(after, name)];
    if (old && now) return changed(name, old, now);
    if (now) return isReported(name, before, after) ? [added(name, now)] : [];
    return old && isReported(name, after, before) ? [removed(name, old)] : [];
  });
}

/** False for parts of something that is new or removed as a whole. */
function isReported(name: string, without: ApiSurface, withIt: ApiSurface): boolean {
  const owner = ownerOf(name, withIt);
  return owner === undefined || itemOf(without, owner) !== undefined;
}

/** Not `constructor`, which every object has. */
function itemOf(surface: ApiSurface, name: string): SurfaceItem | undefined {
  return Object.hasOwn(surface, name) ? surface[name] : undefined;
}

function ownerOf(name: string, surface: ApiSurface): string | undefined {
  const call = name.indexOf("(");
  if (call > 0) return name.slice(0, call);
  const dot = name.indexOf(".");
  const owner = dot > 0 ? name.slice(0, dot) : undefined;
  return owner !== undefined && itemOf(surface, owner) ? owner : undefined;
}

function added(name: string, { kind, required }: SurfaceItem): SurfaceChange {
  if (required && (kind === "parameter" || kind === "request-field"))
    return { effect: "breaking", name, message: `${codeSpan(name)} is new and must be given` };
  return { effect: "added", name, message: `${codeSpan(name)} is new` };
}

function removed(name: string, { kind }: SurfaceItem): SurfaceChange {
  return {
    effect: "breaking",
    name,
    message: `${codeSpan(name)} is gone${kind === "parameter" || kind === "request-field" ? ": a call that gives it is refused" : ""}`,
  };
}

function changed(name: string, old: SurfaceItem, now: SurfaceItem): SurfaceChange[] {
  const changes: SurfaceChange[] = [];
  const given = now.kind === "parameter" || now.kind === "request-field";
  if (old.required !== now.required && now.kind !== "method") {
    const stricter = given ? now.required : old.required;
    const message = given
      ? `${codeSpan(name)} ${now.required ? "must be given now" : "need not be given any more"}`
      : `${codeSpan(name)} ${now.required ? "is always there now" : "may be missing now"}`;
    changes.push({ effect: stricter ? "breaking" : "changed", name, message });
  }
  // The text of a method changes with its parameters and models, which have their own changes.
  if (old.text !== now.text && now.kind !== "method") {
    const effect = isWider(old.text, now.text, given) ? "changed" : "breaking";
    changes.push({
      effect,
      name,
      message: `${codeSpan(name)} was ${codeSpan(short(old.text))}, is ${codeSpan(short(now.text))}`,
    });
  }
  if (old.text !== now.text && now.kind === "method")
    changes.push({
      effect: "changed",
      name,
      message: `${codeSpan(name)} has another signature: ${codeSpan(short(now.text))}`,
    });
  return changes;
}

/** True for a union that grew in requests or shrank in responses, which callers do not notice. */
function isWider(old: string, now: string, given: boolean): boolean {
  const [before, after] = [members(old), members(now)];
  const [less, more] = given ? [before, after] : [after, before];
  return (
    less.every((member) => more.includes(member)) ||
    (!given && before.includes("(string & {})") && after.includes("(string & {})") && isTexts(before) && isTexts(after))
  );
}

function members(text: string): string[] {
  return text.split(" | ");
}

function isTexts(list: readonly string[]): boolean {
  return list.every((member) => member === "(string & {})" || member.startsWith('"'));
}

function short(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
