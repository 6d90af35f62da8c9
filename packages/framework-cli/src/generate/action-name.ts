import { camelize, singularize } from "inflection";
import type { HttpMethod } from "../action/action.js";
import { FrameworkError } from "../errors/framework-error.js";
import { RESERVED_FILES } from "./reserved-names.js";

/** An action's name, such as `admin/users/list`, with the facts derived from it. */
export interface ActionName {
  /** `admin/users/list` */
  readonly path: string;
  /** `admin/users` */
  readonly group: string;
  /** `list` */
  readonly action: string;
  /** The service of the group: `users`, `orderLines`. */
  readonly service: string;
  /** The model of the group, if it has one: `OrderLine`. */
  readonly model: string;
}

/** @throws FrameworkError NAME_INVALID */
export function parseActionName(text: string): ActionName {
  const parts = text.split("/");
  if (parts.length < 2) {
    throw new FrameworkError("NAME_INVALID", `${text} names no action.`, {
      hint: "Write <group>/<action>: users/list",
    });
  }
  for (const part of parts) checkFileName(part, text);
  const action = parts[parts.length - 1] as string;
  const last = parts[parts.length - 2] as string;
  return {
    path: text,
    group: parts.slice(0, -1).join("/"),
    action,
    service: identifier(last),
    model: camelize(singular(identifier(last))),
  };
}

/** @throws FrameworkError NAME_INVALID for a name that is not a safe file name on every system */
export function checkFileName(part: string, whole: string): void {
  if (!/^[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*$/.test(part) || part.length > 80) {
    throw new FrameworkError("NAME_INVALID", `${whole} cannot be a name.`, {
      hint: "Names are letters and digits, begin with a letter, and join words with - or _; they stay inside the application.",
    });
  }
  if (RESERVED_FILES.test(part)) {
    throw new FrameworkError("NAME_INVALID", `${part} cannot be a file's name on Windows.`, {
      hint: "Choose another name.",
    });
  }
}

/** `order-lines` as code spells it: `orderLines`. */
export function identifier(name: string): string {
  return (
    name.charAt(0).toLowerCase() +
    name.slice(1).replace(/[-_]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  );
}

/** `books` -> `book`. Returns the word itself if the singular would be empty. */
export function singular(word: string): string {
  return singularize(word) || word;
}

/** The work of an action on the records of its group, derived from its name. */
export type ActionRole = "list" | "get" | "create" | "update" | "replace" | "delete" | "read" | "do";

const ROLES: Readonly<Record<string, ActionRole>> = {
  list: "list",
  index: "list",
  find: "list",
  get: "get",
  show: "get",
  view: "get",
  "find-one": "get",
  create: "create",
  add: "create",
  update: "update",
  edit: "update",
  patch: "update",
  replace: "replace",
  put: "replace",
  delete: "delete",
  destroy: "delete",
  remove: "delete",
};

/** Names of actions that only read, so their method is GET. */
const READS =
  /^(?:search|count|stats|export|download|status|health|ping|home|about|info|me|current|latest|recent|check|list|show|get|read|find|view|report|summary|overview|dashboard|feed|history|totals?)\b/;

/** Groups whose data is only read. */
const READ_GROUPS = /(?:^|\/)(?:reports?|stats|statistics|metrics|dashboards?|charts?|feeds?|summaries|search)$/;

/** @param group of the action */
export function actionRole(action: string, group = ""): ActionRole {
  const name = action.toLowerCase().replaceAll("_", "-");
  if (Object.hasOwn(ROLES, name)) return ROLES[name] as ActionRole;
  return READS.test(name) || READ_GROUPS.test(group.toLowerCase()) ? "read" : "do";
}

/** The roles of actions on a model's records. */
export type RecordRole = Exclude<ActionRole, "read" | "do">;

/** The method, path and inputs of each action on records. `isOfOne`: its path identifies one record. */
export const RECORD_ACTIONS: Readonly<
  Record<
    RecordRole,
    { readonly method: HttpMethod; readonly verb: string; readonly status: number; readonly isOfOne: boolean }
  >
> = {
  list: { method: "GET", verb: "Lists", status: 200, isOfOne: false },
  get: { method: "GET", verb: "Reads", status: 200, isOfOne: true },
  create: { method: "POST", verb: "Creates", status: 201, isOfOne: false },
  update: { method: "PATCH", verb: "Changes", status: 200, isOfOne: true },
  replace: { method: "PUT", verb: "Replaces", status: 200, isOfOne: true },
  delete: { method: "DELETE", verb: "Deletes", status: 204, isOfOne: true },
};

export function isRecordRole(role: ActionRole): role is RecordRole {
  return role !== "read" && role !== "do";
}
