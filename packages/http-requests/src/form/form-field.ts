import type { Encoding, MediaType } from "@onespec/spec-core";

/** What the description says of a form. */
export type FormMedia = Pick<MediaType, "schema" | "encoding">;

/** How a field is written; nothing for names such as `constructor`, which every object has. */
export function encodingOf({ encoding }: FormMedia, name: string): Encoding | undefined {
  return Object.hasOwn(encoding, name) ? encoding[name] : undefined;
}

/**
 * The items of a field whose encoding writes them into one text; else the text alone.
 * @param most items that are told
 * @see OpenAPI 3.1, "Encoding Object"
 */
export function splitField(media: FormMedia, name: string, text: string, most: number): readonly string[] {
  const { explode, style } = encodingOf(media, name) ?? {};
  const delimiter = explode === false || isDelimited(style) ? DELIMITERS[style ?? "form"] : undefined;
  return delimiter === undefined ? [text] : text.split(delimiter, most);
}

/** These say by themselves that the items share a text: exploded they would mean nothing. */
function isDelimited(style: string | undefined): boolean {
  return style === "spaceDelimited" || style === "pipeDelimited";
}

const DELIMITERS: Readonly<Record<string, RegExp>> = {
  form: /,/,
  spaceDelimited: /\+|%20/,
  pipeDelimited: /\||%7c/i,
};
