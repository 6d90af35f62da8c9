import type { ApiSurface, SurfaceItem } from "./api-surface.js";

/** The text of a type, and the surface that defines the names in it. */
export interface TypeOf {
  readonly text: string;
  readonly surface: ApiSurface;
}

/**
 * True if every value of `less` is also a value of `more`, judged by the texts of the types. Examples are a union
 * without one alternative, listed values instead of any text, an intersection with one more part, and a record whose
 * fields all fit.
 * @param given true if callers write the value. TypeScript then rejects fields that the other record lacks.
 */
export function fitsType(less: TypeOf, more: TypeOf, given: boolean, seen: ReadonlySet<string> = new Set()): boolean {
  const [few, many] = [membersOf(less), membersOf(more)];
  const isOpen = (list: readonly string[]): boolean => list.includes(ANY_TEXT) && list.every((one) => isText(one));
  if (!given && isOpen(few) && isOpen(many)) return true;
  return few.every((one) => many.some((other) => fitsMember(one, other)));

  function fitsMember(one: string, other: string): boolean {
    if (one === other || other === "unknown" || baseOf(one) === other) return true;
    const parts = split(one, " & ");
    if (parts.length > 1) return split(other, " & ").every((part) => parts.includes(part));
    const [item, otherItem] = [itemOfList(one), itemOfList(other)];
    if (item !== undefined && otherItem !== undefined)
      return fitsType({ ...less, text: item }, { ...more, text: otherItem }, given, seen);
    const [has, wants] = [fieldsOf(one, less.surface), fieldsOf(other, more.surface)];
    return has !== undefined && wants !== undefined && fitsFields(has, wants, `${one} ${other}`);
  }

  function fitsFields(has: Fields, wants: Fields, pair: string): boolean {
    if (seen.has(pair)) return true;
    const met = new Set([...seen, pair]);
    const fits = ([field, wanted]: [string, Field]): boolean => {
      const found = has.get(field);
      if (found === undefined) return !wanted.required || isBelowAbsent(field, has);
      if (wanted.required && !found.required) return false;
      return fitsType({ ...less, text: found.text }, { ...more, text: wanted.text }, given, met);
    };
    return [...wants].every(fits) && (!given || [...has.keys()].every((field) => wants.has(field)));
  }
}

/** Any text, in addition to known ones. */
const ANY_TEXT = "(string & {})";

type Field = Pick<SurfaceItem, "text" | "required">;
type Fields = ReadonlyMap<string, Field>;

/** The fields of a model or an inline object, by path: `.name` and `.address.city`. */
function fieldsOf(type: string, surface: ApiSurface): Fields | undefined {
  if (Object.hasOwn(surface, type) && surface[type]?.text === "object") {
    const names = Object.entries(surface).filter(([name]) => name.startsWith(`${type}.`));
    return new Map(names.map(([name, item]) => [name.slice(type.length), item]));
  }
  const [, written] = /^\{ (.*;) \}$/s.exec(type) ?? [];
  if (written === undefined) return undefined;
  return new Map(
    split(`${written} `, "; ").flatMap((field) => {
      const [, name, optional, text = ""] = /^(\[[^\]]*\]|"(?:[^"\\]|\\.)*"|\w+)(\?)?: (.*)$/s.exec(field) ?? [];
      return name === undefined
        ? []
        : [[`.${name}`, { text, required: optional === undefined && !name.startsWith("[") }]];
    }),
  );
}

function isBelowAbsent(field: string, has: Fields): boolean {
  const owner = field.replace(/(?:\[\]|\.[^.]*)$/, "");
  return owner !== "" && !has.has(owner);
}

/** The alternatives of a union. Names of other types are replaced by their alternatives. */
function membersOf({ text, surface }: TypeOf, depth = 0): string[] {
  return split(text, " | ").flatMap((member) => {
    const [, inner] = member === ANY_TEXT || split(member, " & ").length > 1 ? [] : (/^\((.*)\)$/s.exec(member) ?? []);
    if (inner !== undefined) return membersOf({ text: inner, surface }, depth);
    const item = Object.hasOwn(surface, member) ? surface[member] : undefined;
    const isName = item !== undefined && /model$/.test(item.kind) && item.text !== "object";
    return isName && depth < MOST_NAMES ? membersOf({ text: item.text, surface }, depth + 1) : [member];
  });
}

const MOST_NAMES = 8;

function isText(member: string): boolean {
  return member === ANY_TEXT || member.startsWith('"');
}

/** `string` of a text and of any other text, `number` of a number. */
function baseOf(member: string): string {
  if (isText(member)) return "string";
  return /^-?\d/.test(member) ? "number" : member;
}

/** `"a" | "b"` of `("a" | "b")[]`. */
function itemOfList(member: string): string | undefined {
  const [, group, name] = /^(?:\((.*)\)|(.*))\[\]$/s.exec(member) ?? [];
  return group ?? name;
}

/** The parts of a text, without the content of parentheses, braces and quoted texts. */
function split(text: string, separator: " | " | " & " | "; "): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: part, index } of text.matchAll(/=>|"(?:[^"\\]|\\.)*"|[([{<]|[)\]}>]| [|&] |; /g)) {
    if ("([{<".includes(part)) depth += 1;
    else if (")]}>".includes(part)) depth -= 1;
    else if (part === separator && depth === 0) {
      found.push(text.slice(start, index));
      start = index + part.length;
    }
  }
  return [...found, text.slice(start)];
}
