import { useEffect } from "preact/hooks";

const handlers = new Map<string, () => void>();

/** Assigns a key while the component is shown. The key does nothing while the user types or a dialog is open. */
export function useShortcut(key: string, act: () => void): void {
  useEffect(() => {
    handlers.set(key, act);
    return () => {
      if (handlers.get(key) === act) handlers.delete(key);
    };
  });
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = event.target as HTMLElement | null;
  if (target?.closest("input, textarea, select, [contenteditable]") || document.querySelector("dialog[open]")) return;
  const act = handlers.get(event.key);
  if (!act) return;
  event.preventDefault();
  act();
});
