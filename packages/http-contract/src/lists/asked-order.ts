import type { SortKey } from "@onespec/spec-core";
import { listOfSortTexts } from "../wire/listed-texts.js";

/** The query parameters that set the order of a list, by name. */
export interface ListOrder {
  readonly parameter: string;
  readonly direction?: string;
  /** The meaning of each value; without it `-name`, `name:desc` and the like are parsed. */
  readonly values?: Readonly<Record<string, readonly SortKey[]>>;
}

/** Values of the parameters that were not sent. */
export interface UsualOrder {
  readonly value?: unknown;
  readonly direction?: unknown;
}

/**
 * Reads the order that a query asks for.
 * @param find the property for a text; `undefined`: there is none
 * @returns keys, with `undefined` for an order that is not about the records
 */
export function askedOrder(
  { parameter, direction, values }: ListOrder,
  query: Readonly<Record<string, unknown>>,
  find: (words: readonly string[]) => SortKey["property"] | undefined,
  usual: UsualOrder = {},
): readonly (SortKey | undefined)[] {
  const sent = query[parameter] ?? usual.value;
  const isTurned = direction !== undefined && DESCENDING.test(String(query[direction] ?? usual.direction ?? ""));
  const isWhole = values !== undefined && typeof sent === "string" && Object.hasOwn(values, sent);
  return (isWhole ? [sent] : listOfSortTexts(sent)).flatMap((text): readonly (SortKey | undefined)[] => {
    const known = values && Object.hasOwn(values, text) ? values[text] : undefined;
    const keys = known ?? (values ? [undefined] : [parseOrder(text, find)]);
    return isTurned ? keys.map((key) => key && { ...key, descending: !key.descending }) : keys;
  });
}

const DESCENDING = /^(?:desc|-|z-a|reverse)/i;

/** `-name`, `+name`, `name:desc`, `name desc`, `name.desc`. */
function parseOrder(
  text: string,
  find: (words: readonly string[]) => SortKey["property"] | undefined,
): SortKey | undefined {
  const [, sign, rest = ""] = /^([+-]?)(.*)$/s.exec(text.trim()) ?? [];
  const [, name, word = ""] = /^(.*?)(?:[:\s.|_](asc|desc|ascending|descending))?$/is.exec(rest) ?? [];
  const property = name ? find(name.split(".")) : undefined;
  return property && { property, descending: sign === "-" || /^desc/i.test(word) };
}
