import { JSON_PATCH } from "../patch/apply-patch.js";

/** A body and the media type that says what it means. */
interface TypedBody {
  readonly value: unknown;
  readonly type: string;
}

/**
 * Reads the body of a `PATCH` where its media type and its schema differ. Some generators name `application/json-patch+json`
 * wherever JSON is taken: an object there is the fields that change, or a document around the operations. And some APIs take the
 * operations of RFC 6902 as `application/json`.
 */
export function asDescribedPatch(value: unknown, type: string): TypedBody {
  if (Array.isArray(value)) {
    if (type !== "application/json" || value.length === 0 || !value.every(isOperation)) return { value, type };
    // By its schema a path is any text; one that leads nowhere changes nothing.
    return value.every(({ path }) => path === "" || path.startsWith("/"))
      ? { value, type: JSON_PATCH }
      : { value: {}, type };
  }
  if (type !== JSON_PATCH || typeof value !== "object" || value === null) return { value, type };
  const { operations } = value as { readonly operations?: unknown };
  return Array.isArray(operations) && operations.every(isOperation)
    ? { value: operations, type }
    : { value, type: "application/json" };
}

function isOperation(value: unknown): value is { readonly op: string; readonly path: string } {
  if (typeof value !== "object" || value === null) return false;
  const { op, path } = value as { readonly op?: unknown; readonly path?: unknown };
  return typeof op === "string" && typeof path === "string";
}
