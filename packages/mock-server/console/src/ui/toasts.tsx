import { dismiss, toasts } from "../state/toasts.js";
import { Icon } from "./icon.js";

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, isProblem }) => (
        <div key={id} class={isProblem ? "toast toast-problem" : "toast"}>
          <span>{text}</span>
          <button type="button" class="icon-button" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
