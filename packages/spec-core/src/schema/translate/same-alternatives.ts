import { isObject } from "../../json/is-object.js";
import { isAnnotation } from "../shape/reference-siblings.js";

/**
 * Returns a test for alternatives of a `oneOf` that equal an earlier one under another name: the options of an email
 * and of a text message. Taken literally, every value would match both, so no value would be valid.
 * @param resolve finds the value of a reference
 */
export function sameAlternatives(
  list: readonly unknown[],
  resolve: (reference: string) => { readonly value: unknown } | undefined,
): (index: number) => boolean {
  const texts = list.map((raw) => {
    const named = isObject(raw) && typeof raw.$ref === "string" ? resolve(raw.$ref)?.value : undefined;
    return isObject(named) && named.properties !== undefined ? textOf(named) : undefined;
  });
  return (index) => texts[index] !== undefined && texts.indexOf(texts[index]) < index;
}

function textOf(schema: Readonly<Record<string, unknown>>): string | undefined {
  const rules = Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword));
  const plain = rules.map(([keyword, value]) =>
    keyword === "properties" && isObject(value)
      ? [keyword, Object.entries(value).map(([name, own]) => [name, isObject(own) ? withoutAnnotations(own) : own])]
      : [keyword, value],
  );
  try {
    return JSON.stringify(plain);
  } catch {
    // The schema contains itself.
    return undefined;
  }
}

function withoutAnnotations(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword));
}
