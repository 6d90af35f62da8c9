import { shownViews } from "../sidebar.js";
import { Dialog } from "../ui/dialog.js";

const KEYS: readonly (readonly [string, string])[] = [
  ["/", "Search"],
  ["↓ ↑ Enter", "Move in the list of operations"],
  ["n", "New record"],
  ["Ctrl Enter", "Save a record, or send a request"],
  ["Esc", "Close, or clear the search"],
  ["?", "This list"],
];

export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const views = shownViews().map(({ title }, index) => [String(index + 1), title] as const);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="keys">
        {[...KEYS, ...views].map(([key, what]) => (
          <div key={key}>
            <dt>{what}</dt>
            <dd>
              {key.split(" ").map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
