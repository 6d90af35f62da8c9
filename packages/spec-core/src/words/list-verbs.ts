/** First words of operations that add items to a list, or remove some of them. */
export const ADDING: ReadonlySet<string> = new Set(["add", "append", "attach", "assign", "link", "connect"]);
export const REMOVING: ReadonlySet<string> = new Set([
  ...["remove", "delete", "detach", "unassign"],
  ...["unlink", "disconnect", "clear", "unset", "revoke"],
]);
