import { DescriptionError } from "../errors/description-error.js";

/**
 * Refuses a text that is made of more values than can be held: a hundred megabytes of them are gigabytes in memory.
 * @param separators what begins values or stands between them; texts may hold it as well, and so count a little too much
 * @throws DescriptionError `DESCRIPTION_TOO_LARGE`
 */
export function refuseMany(name: string, text: string, separators: readonly string[], most: number): void {
  let count = 0;
  for (const separator of separators) {
    for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) {
      count += 1;
      if (count > most) throw tooMany(name, most);
    }
  }
}

function tooMany(name: string, most: number): DescriptionError {
  return new DescriptionError(
    "DESCRIPTION_TOO_LARGE",
    `${name} holds more than ${most / 1_000_000} million values.`,
    { file: name, pointer: "" },
    { hint: "Cut it into several files, or leave out what is not needed: long lists of examples, for one." },
  );
}
