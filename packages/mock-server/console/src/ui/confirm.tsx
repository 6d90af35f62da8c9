import { signal } from "@preact/signals";
import { Dialog } from "./dialog.js";

interface Question {
  readonly title: string;
  readonly text: string;
  readonly act: string;
  readonly cancel: string;
  readonly settle: (isYes: boolean) => void;
}

const question = signal<Question | undefined>(undefined);

/** Asks for confirmation of an action that cannot be undone. */
export function confirm(title: string, text: string, act: string, cancel = "Cancel"): Promise<boolean> {
  return new Promise((settle) => {
    question.value?.settle(false);
    question.value = { title, text, act, cancel, settle };
  });
}

export function ConfirmDialog() {
  const asked = question.value;
  if (!asked) return null;
  const answer = (isYes: boolean): void => {
    asked.settle(isYes);
    question.value = undefined;
  };
  return (
    <Dialog
      title={asked.title}
      onClose={() => answer(false)}
      footer={
        <>
          <button type="button" class="button" onClick={() => answer(false)}>
            {asked.cancel}
          </button>
          <button type="button" class="button button-danger" onClick={() => answer(true)}>
            {asked.act}
          </button>
        </>
      }
    >
      <p>{asked.text}</p>
    </Dialog>
  );
}
