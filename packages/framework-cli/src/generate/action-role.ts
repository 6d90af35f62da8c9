/** What an action does with the records of its group, told by its name. */
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

/** Names that ask and change nothing: a GET. */
const READS =
  /^(?:search|count|stats|export|download|status|health|ping|home|about|info|me|current|latest|recent|check)\b/;

export function actionRole(action: string): ActionRole {
  const name = action.toLowerCase().replaceAll("_", "-");
  if (Object.hasOwn(ROLES, name)) return ROLES[name] as ActionRole;
  return READS.test(name) ? "read" : "do";
}
