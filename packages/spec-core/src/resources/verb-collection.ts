import type { Operation } from "../description/api-description.js";
import { lastLiteral } from "./path-shape.js";
import type { Route, Routes } from "./routes.js";

/**
 * The collection of an API that names its operations in the path: `POST /vendors/create` and `GET /vendors/list` beside
 * `/vendors/{id}`, and nothing at `/vendors`. `undefined` when there is no such path.
 */
export function findVerbCollection(routes: Routes, item: Route): Route | undefined {
  const { segments, suffix } = item.shape;
  const before = segments.slice(0, -1);
  if (before.at(-1)?.kind !== "literal" || routes.find(before, suffix)) return undefined;
  const find = (verbs: readonly string[], method: string): Operation | undefined => {
    for (const text of verbs) {
      const operation = routes.find([...before, { kind: "literal", text }], suffix)?.get(method);
      if (operation) return operation;
    }
    return undefined;
  };
  const noun = lastLiteral(before);
  const create = find([...CREATE, `create-${noun}`, `add-${noun}`], "post");
  const list = find(LIST, "get");
  if (!create && !list) return undefined;
  const byMethod = new Map([
    ["post", create],
    ["get", list],
  ]);
  return {
    path: item.path.slice(0, item.path.lastIndexOf("/")),
    shape: { segments: before, suffix },
    operations: [create, list].filter((operation) => operation !== undefined),
    get: (method) => byMethod.get(method),
  };
}

const CREATE = ["create", "add", "new", "insert"];
const LIST = ["list", "all", "index"];
