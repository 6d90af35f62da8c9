import { signal } from "@preact/signals";
import { problemText } from "./plane.js";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isProblem: boolean;
}

export const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Shows a message. Successes disappear after 3.5 seconds, and problems after 12 seconds. */
export function tell(text: string, isProblem = false): void {
  lastId++;
  const id = lastId;
  toasts.value = [...toasts.value.slice(-2), { id, text, isProblem }];
  setTimeout(() => dismiss(id), isProblem ? 12_000 : 3500);
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Runs `work` and shows its success or failure. Returns `false` if it failed. */
export async function attempt(work: () => Promise<unknown>, done: string): Promise<boolean> {
  try {
    await work();
    tell(done);
    return true;
  } catch (error) {
    tell(problemText(error), true);
    return false;
  }
}
