import { useId } from "preact/hooks";
import { exampleText } from "./draft.js";
import type { SampleParameter } from "./model.js";

export interface ParameterFieldProps {
  readonly parameter: SampleParameter;
  /** How the server uses the parameter. */
  readonly use: string | undefined;
  readonly text: string;
  /** The problems that the server reported for the value. */
  readonly problems: readonly string[];
  readonly onInput: (text: string) => void;
}

export function ParameterField({ parameter, use, text, problems, onInput }: ParameterFieldProps) {
  const id = useId();
  const { name, in: place, required, types, values } = parameter;
  const own = types.filter((type) => type !== "null");
  const choices =
    own.length === 1 && own[0] === "boolean"
      ? ["true", "false"]
      : own.includes("array")
        ? undefined
        : values?.map(String);
  const about = parameter.description?.split("\n")[0];
  const field = {
    id,
    class: "input mono",
    value: text,
    "aria-describedby": `${id}-about`,
    "aria-invalid": problems.length > 0,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onInput(currentTarget.value),
  };
  return (
    <div class="field field-row">
      <label for={id}>
        <span class="field-name">{name}</span>
        {required && <span class="required">required</span>}
        <span class="field-type">{place}</span>
      </label>
      <div class="field-value">
        {choices ? (
          <select {...field}>
            <option value="">–</option>
            {choices.map((choice) => (
              <option key={choice} value={choice} selected={choice === text}>
                {choice}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...field}
            autocomplete="off"
            list={parameter.examples ? `${id}-examples` : undefined}
            spellcheck={false}
            placeholder={own.includes("array") ? "a,b,c" : own.join(" or ")}
          />
        )}
        {parameter.examples && (
          <datalist id={`${id}-examples`}>
            {parameter.examples.map(({ name, summary, value }) => (
              <option key={name} value={exampleText(value)}>
                {summary ?? name}
              </option>
            ))}
          </datalist>
        )}
        <p id={`${id}-about`} class="about">
          {problems.length > 0 && <span class="wrong">{problems.join("; ")}</span>}
          {use && <span class="use">{use}</span>}
          {about && <span>{about.length > 140 ? `${about.slice(0, 140)}…` : about}</span>}
        </p>
      </div>
    </div>
  );
}
