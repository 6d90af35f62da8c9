import { isObject, type JsonObject } from "../json/is-object.js";
import { escapeToken, parsePointer, valueAt } from "../json/json-pointer.js";
import type { SourceFile } from "./documents.js";
import { type FoundReference, type Place, walkReferences } from "./walk-references.js";

/** Most replacements of a reference by its target, inside each other. */
const MAX_NESTING = 50;

/**
 * Combines several files into one document, **in place**, because the Swagger 2.0 converter needs a single document.
 * Schemas of other files become `definitions`. Other parts are copied to the places that refer to them.
 * @param root linked by `linkFiles`
 */
export function hoistFiles(root: Record<string, unknown>, others: ReadonlyMap<string, SourceFile>): void {
  const definitions: Record<string, unknown> = isObject(root.definitions) ? { ...root.definitions } : {};
  const names = new Map<string, string>();
  visit(root, "object", 0);
  root.definitions = definitions;

  function visit(value: unknown, place: Place, nesting: number): void {
    const found: FoundReference[] = [];
    walkReferences(value, place, { reference: (reference) => found.push(reference) });
    for (const reference of found) {
      const hash = reference.text.indexOf("#");
      const file = others.get(reference.text.slice(0, hash));
      const part = file && valueAt(file.value, reference.text.slice(hash + 1));
      if (part === undefined) continue;
      if (reference.place === "schema") hoist(reference, part);
      else if (nesting < MAX_NESTING && isObject(part)) replace(reference, part, nesting + 1);
    }
  }

  function hoist(reference: FoundReference, part: unknown): void {
    let name = names.get(reference.text);
    if (name === undefined) {
      name = freeName(nameOf(reference.text), definitions);
      names.set(reference.text, name);
      definitions[name] = part;
      visit(part, "schema", 0);
    }
    reference.holder[reference.key] = `#/definitions/${escapeToken(name)}`;
  }

  function replace({ holder, place }: FoundReference, part: JsonObject, nesting: number): void {
    delete holder.$ref;
    Object.assign(holder, structuredClone(part));
    // The target may again be a reference, so it is visited too.
    visit(holder, place, nesting);
  }
}

/** `Pet` of `models.json#/definitions/Pet`, `pet` of `models/pet.json#`. */
function nameOf(uri: string): string {
  const [url = "", fragment = ""] = uri.split("#", 2);
  const name =
    parsePointer(fragment).at(-1) ??
    decodeURI(url)
      .split("/")
      .at(-1)
      ?.replace(/\.\w+$/, "");
  return name?.replace(/[^\w.-]/g, "_") || "Schema";
}

function freeName(name: string, taken: Readonly<Record<string, unknown>>): string {
  let free = name;
  for (let number = 2; Object.hasOwn(taken, free); number += 1) free = `${name}${number}`;
  return free;
}
