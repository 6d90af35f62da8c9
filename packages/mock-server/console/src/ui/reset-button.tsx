import { tellChange } from "../state/live.js";
import { plane } from "../state/plane.js";
import { attempt } from "../state/toasts.js";
import { confirm } from "./confirm.js";
import { Icon } from "./icon.js";

/** Resets all records to the seeds. Asks for confirmation first. */
export function ResetButton() {
  const reset = async (): Promise<void> => {
    const text = "All records return to the seeds, and overrides are removed. Snapshots stay.";
    if (!(await confirm("Reset to the seeds?", text, "Reset"))) return;
    if (await attempt(() => plane("reset", { method: "POST" }), "All records are reset to the seeds")) tellChange();
  };
  return (
    <button type="button" class="button button-danger-quiet" onClick={reset}>
      <Icon name="reset" />
      <span>Reset to seeds</span>
    </button>
  );
}
