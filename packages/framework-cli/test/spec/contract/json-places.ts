export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function at(value: unknown, place: readonly string[]): unknown {
  return place.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

export function withoutPlace(value: JsonObject, [name, ...rest]: readonly string[]): JsonObject {
  if (name === undefined || !(name in value)) return value;
  const { [name]: inner, ...others } = value;
  if (rest.length === 0) return others;
  return isObject(inner) ? { ...others, [name]: withoutPlace(inner, rest) } : value;
}

export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** Where a record does not hold what was sent: the first such place. Members of inner objects may be left out. */
export function lostPlace(sent: unknown, found: unknown, place = ""): string | undefined {
  if (isObject(sent) && isObject(found)) {
    for (const [name, value] of Object.entries(sent)) {
      if (found[name] === undefined && place !== "") continue;
      const lost = lostPlace(value, found[name], `${place}/${name}`);
      if (lost !== undefined) return lost;
    }
    return undefined;
  }
  if (Array.isArray(sent) && Array.isArray(found) && sent.length === found.length) {
    return sent
      .map((one, index) => lostPlace(one, found[index], `${place}/${index}`))
      .find((lost) => lost !== undefined);
  }
  const isSame =
    sent === found ||
    (isScalar(sent) && isScalar(found) && String(sent) === String(found)) ||
    isSameMoment(sent, found);
  return isSame ? undefined : `${place || "/"}: sent ${JSON.stringify(sent)}, found ${JSON.stringify(found)}`;
}

/** `2026-01-01T00:00:00Z` and `2026-01-01T00:00:00.000Z`. */
function isSameMoment(a: unknown, b: unknown): boolean {
  const isMoment = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);
  return isMoment(a) && isMoment(b) && Date.parse(a) === Date.parse(b);
}
