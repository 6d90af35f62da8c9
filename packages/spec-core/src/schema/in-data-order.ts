import { parsePointer } from "../document/json-pointer.js";
import type { Steps } from "../in-one-go.js";
import type { SchemaViolation } from "./schema.js";

/** Sorts violations as the value reads: a value before what is inside it, what is missing after what is there. */
export function* inDataOrder(
  violations: readonly SchemaViolation[],
  value: unknown,
): Steps<readonly SchemaViolation[]> {
  if (violations.length < 2) return violations;
  const positions = new Map<object, Map<string, number>>();
  const placed: { readonly violation: SchemaViolation; readonly place: readonly number[] }[] = [];
  for (const violation of violations) {
    placed.push({ violation, place: placeOf(violation.path, value, positions) });
    yield;
  }
  return placed.sort((a, b) => comparePlaces(a.place, b.place)).map(({ violation }) => violation);
}

function placeOf(path: string, value: unknown, known: Map<object, Map<string, number>>): number[] {
  const place: number[] = [];
  let current = value;
  for (const token of parsePath(path)) {
    if (typeof current !== "object" || current === null) break;
    if (Array.isArray(current)) {
      // A list may be as long as a body.
      const index = Number(token);
      place.push(Math.min(index, current.length));
      current = current[index];
      continue;
    }
    let positions = known.get(current);
    if (positions === undefined) {
      positions = new Map(Object.keys(current).map((name, index) => [name, index]));
      known.set(current, positions);
    }
    place.push(positions.get(token) ?? positions.size);
    current = Object.hasOwn(current, token) ? (current as Record<string, unknown>)[token] : undefined;
  }
  return place;
}

/** Unlike in a URI, a percent sign in a violation's path is a percent sign. */
function parsePath(path: string): string[] {
  return parsePointer(path.replaceAll("%", "%25"));
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  for (const [index, position] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (position !== other) return position - other;
  }
  return a.length - b.length;
}
