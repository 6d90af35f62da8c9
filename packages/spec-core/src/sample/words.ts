import type { Random } from "./random.js";

export const LETTERS = "abcdefghijklmnopqrstuvwxyz";
export const DIGITS = "0123456789";

/** Short, plain and inoffensive words, for texts without a hint. They save loading Faker. */
const WORDS: readonly string[] =
  "amber anchor autumn basin beacon birch breeze bridge bright canyon cedar clear cliff cloud coast copper coral crystal dawn delta drift dune ember fern field forest garden gentle glacier golden granite grove harbor hazel hill horizon island ivory juniper lagoon lake lantern leaf linen maple marble meadow mist morning moss north oak ocean olive orchard pebble pine plain prairie quiet rain reef ridge river sage silver sky slate solar spring spruce stone stream summer summit sunny timber valley velvet violet warm wave west willow wind winter".split(
    " ",
  );

export function word(random: Random): string {
  return random.pick(WORDS);
}

export function words(random: Random, count: number): string {
  return Array.from({ length: count }, () => word(random)).join(" ");
}

/** Shortens a text, or extends it with words, to a number of characters (Unicode code points). */
export function resize(random: Random, text: string, minLength: number, maxLength: number): string {
  if (minLength === 0 && text.length <= maxLength) return text;
  let characters = [...text];
  // Repeating one character is faster for long texts.
  if (minLength - characters.length > 2000)
    characters = characters.concat(Array(minLength - characters.length).fill("a"));
  while (characters.length < minLength) {
    const space = characters.length === 0 ? "" : " ";
    characters.push(...`${space}${word(random)}`);
  }
  if (characters.length <= maxLength) return characters.join("");
  const cut = characters.slice(0, maxLength).join("").trimEnd();
  return [...cut].length >= minLength ? cut : characters.slice(0, maxLength).join("").replace(/\s$/, "a");
}
