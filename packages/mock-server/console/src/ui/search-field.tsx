import { useEffect, useRef, useState } from "preact/hooks";
import { useShortcut } from "../state/shortcuts.js";
import { Icon } from "./icon.js";

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (text: string) => void;
  /** True if the key `/` moves the focus here. */
  readonly isMain?: boolean;
  /** Wait after the last key, in milliseconds. */
  readonly delay?: number;
  /** Id of the list that the field filters. */
  readonly controls?: string;
  /** Id of the row that Enter opens. */
  readonly activeRow?: string | undefined;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

export function SearchField(props: SearchFieldProps) {
  const { label, value, onInput, isMain = false, delay = 0 } = props;
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState(value);
  useEffect(() => {
    if (document.activeElement !== input.current) setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: string): void => {
    setText(next);
    clearTimeout(timer.current);
    if (delay === 0) onInput(next);
    else timer.current = setTimeout(() => onInput(next), delay);
  };
  return (
    <label class="search">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        autocomplete="off"
        spellcheck={false}
        aria-controls={props.controls}
        aria-activedescendant={props.activeRow}
        onInput={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return props.onKeyDown?.(event);
          if (text === "") input.current?.blur();
          else change("");
          event.preventDefault();
        }}
      />
      {isMain && (
        <>
          <span class="key" aria-hidden="true">
            /
          </span>
          <FocusKey focus={() => input.current?.select()} />
        </>
      )}
    </label>
  );
}

function FocusKey({ focus }: { readonly focus: () => void }) {
  useShortcut("/", focus);
  return null;
}
