/** The texts of a query parameter: a list, or separated by commas. */
export function listOfTexts(value: unknown): readonly string[] {
  if (typeof value === "string") {
    return value
      .split(",")
      .map((text) => text.trim())
      .filter((text) => text !== "");
  }
  return Array.isArray(value) ? value.flatMap(listOfTexts) : [];
}

/**
 * Like `listOfTexts`, but for an order. A direction after a comma belongs to the name before it: `name,desc` becomes
 * `name:desc`. So does `{ field: "name", order: "DESC" }` in a body.
 */
export function listOfSortTexts(value: unknown): readonly string[] {
  const objects = [value].flat().filter((one) => typeof one === "object" && one !== null);
  if (objects.length > 0) return objects.flatMap((one) => sortTextOf(Object.entries(one)));
  const texts: string[] = [];
  for (const text of listOfTexts(value)) {
    const before = /^(?:asc|desc)(?:ending)?$/i.test(text) ? texts.pop() : undefined;
    texts.push(before === undefined ? text : `${before}:${text}`);
  }
  return texts;
}

function sortTextOf(members: readonly (readonly [name: string, value: unknown])[]): readonly string[] {
  const isDirection = (value: unknown): boolean => /^(?:asc|desc)(?:ending)?$/i.test(String(value));
  const named = members.find(([name, value]) => SORTED.test(name) && typeof value === "string");
  const direction = members.find(([, value]) => isDirection(value));
  return named ? [direction ? `${named[1]}:${direction[1]}` : String(named[1])] : [];
}

const SORTED = /^(?:field|name|property|column|attribute|key|by|sort_?by|order_?by)(?:_?name)?$/i;
