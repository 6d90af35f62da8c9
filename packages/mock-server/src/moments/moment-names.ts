const CHANGED =
  /^(?:date|time)?(?:last)?(?:updated?|modified|changed|modification)(?:at|on|date|time|datetime|timestamp)?$/;
const MADE = /^(?:date|time)?(?:created?|added|creation)(?:at|on|date|time|datetime|timestamp)?$/;

/** Does the name say when a record was made, or when it was last changed? `undefined`: neither. */
export function momentKind(name: string): "made" | "changed" | undefined {
  const folded = name.replace(/[_-]/g, "").toLowerCase();
  return CHANGED.test(folded) ? "changed" : MADE.test(folded) ? "made" : undefined;
}
