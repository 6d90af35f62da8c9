/** A form has more fields than are read. */
export class TooManyFields extends RangeError {}

/** Has a form more fields than that? Without cutting it. */
export function hasMoreFields(text: string, most: number): boolean {
  let count = 1;
  for (let at = text.indexOf("&"); at >= 0 && count <= most; at = text.indexOf("&", at + 1)) count += 1;
  return count > most;
}
