/** Levels of arrays and objects inside each other that a value may have: more than any API describes, and than recursion copes with. */
const DEEPEST_JSON = 500;

/** @throws SyntaxError when the text is not JSON, RangeError when its value is nested too deeply */
export function parseJsonText(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Each level takes two characters.
  if (text.length > 2 * DEEPEST_JSON && depthOf(text) > DEEPEST_JSON) {
    throw new RangeError(`It is nested more than ${DEEPEST_JSON} levels deep`);
  }
  return value;
}

/** @param json text that is JSON */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < json.length; index += 1) {
    switch (json.charCodeAt(index)) {
      case 0x22:
        index = endOfString(json, index);
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
    }
  }
  return deepest;
}

function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json.charCodeAt(end - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}
