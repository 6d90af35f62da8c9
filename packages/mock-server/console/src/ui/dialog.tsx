import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { Icon } from "./icon.js";

export interface DialogProps {
  readonly title: ComponentChildren;
  readonly onClose: () => void;
  /** Called before Esc, the backdrop or the close button closes the dialog. */
  readonly mayClose?: () => boolean | Promise<boolean>;
  readonly children: ComponentChildren;
  readonly footer?: ComponentChildren;
  /** True if the dialog is at the side, with the height of the page. */
  readonly isDrawer?: boolean;
}

/** Uses the browser's dialog element. It keeps the focus inside, closes with Esc, and returns the focus afterwards. */
export function Dialog({ title, onClose, mayClose, children, footer, isDrawer = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    element.current?.showModal();
  }, []);
  const close = async (): Promise<void> => {
    if ((await mayClose?.()) !== false) element.current?.close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same
    <dialog
      ref={element}
      class={isDrawer ? "drawer" : "dialog"}
      aria-labelledby={id}
      onClose={(event) => event.target === element.current && onClose()}
      onCancel={(event) => {
        if (!mayClose || event.target !== element.current) return;
        event.preventDefault();
        void close();
      }}
      onClick={(event) => event.target === element.current && close()}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" class="icon-button" aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        <div class="dialog-content">{children}</div>
        {footer && <footer class="dialog-foot">{footer}</footer>}
      </div>
    </dialog>
  );
}
