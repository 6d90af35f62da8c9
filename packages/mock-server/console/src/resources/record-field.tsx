import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import type { FieldKind } from "./field-text.js";
import type { Property } from "./model.js";
import { ReferenceOptions } from "./reference-options.js";

export interface RecordFieldProps {
  readonly property: Property;
  readonly kind: FieldKind;
  readonly text: string;
  readonly isFixed: boolean;
  readonly problems: readonly string[];
  readonly onInput: (text: string) => void;
  /** Shown below the field. */
  readonly children?: ComponentChildren;
}

/** The field of a property, with its name, type, description and problems. */
export function RecordField({ property, kind, text, isFixed, problems, onInput, children }: RecordFieldProps) {
  const id = useId();
  const { name, required, readOnly, format, types, values = [], description, reference } = property;
  const [isPicking, setPicking] = useState(false);
  const isWrong = problems.length > 0;
  const type =
    reference === undefined ? (format ?? types.filter((one) => one !== "null").join(" or ")) : `id of ${reference}`;
  const common = {
    id,
    disabled: isFixed,
    "aria-invalid": isWrong,
    "aria-describedby": isWrong ? `${id}-wrong` : description ? `${id}-about` : undefined,
    class: kind === "json" ? "input mono" : "input",
    value: text,
    placeholder: types.includes("null") ? "null" : readOnly ? "made by the server" : undefined,
    spellcheck: false,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onInput(currentTarget.value),
  } as const;
  const choices = kind === "flag" ? ["true", "false"] : values.map(String);
  return (
    <div class={isWrong ? "field is-wrong" : "field"}>
      <label for={id}>
        <span class="field-name">{name}</span>
        {required && !readOnly && (
          <span class="required" title="required">
            required
          </span>
        )}
        {readOnly && <span class="tag">server</span>}
        <span class="field-type">{type}</span>
      </label>
      {kind === "choice" || kind === "flag" ? (
        <select {...common}>
          <option value="">–</option>
          {choices.map((choice) => (
            <option key={choice} value={choice} selected={choice === text}>
              {choice}
            </option>
          ))}
          {text !== "" && !choices.includes(text) && (
            <option value={text} selected>
              {text}
            </option>
          )}
        </select>
      ) : kind === "text" || kind === "json" ? (
        <textarea {...common} rows={Math.min(10, Math.max(2, text.split("\n").length, Math.ceil(text.length / 70)))} />
      ) : (
        <input
          {...common}
          inputMode={kind === "number" ? "decimal" : "text"}
          autocomplete="off"
          list={reference === undefined ? undefined : `${id}-options`}
          onFocus={() => setPicking(reference !== undefined)}
        />
      )}
      {isPicking && reference !== undefined && (
        <ReferenceOptions id={`${id}-options`} collection={reference} text={text} />
      )}
      {children}
      {isWrong ? (
        <p id={`${id}-wrong`} class="wrong">
          {problems.join("; ")}
        </p>
      ) : (
        description && (
          <p id={`${id}-about`} class="about">
            {description.length > 160 ? `${description.slice(0, 160)}…` : description}
          </p>
        )
      )}
    </div>
  );
}
