import { useEffect, useId, useState } from "preact/hooks";
import { Icon } from "../ui/icon.js";
import { type Condition, conditionValue, type Operator, operatorsOf } from "./conditions.js";
import type { Property } from "./model.js";
import { pointerPart } from "./record-changes.js";

export interface FiltersProps {
  readonly properties: readonly Property[];
  readonly conditions: readonly Condition[];
  readonly onConditions: (conditions: readonly Condition[]) => void;
}

/** Edits conditions on the properties of records. A record must meet all of them. */
export function Filters({ properties, conditions, onConditions }: FiltersProps) {
  const plain = properties.filter(({ writeOnly, types }) => !writeOnly && !types.includes("object"));
  const choices = [...plain, ...insideOf(properties)];
  return (
    <fieldset class="filters">
      <legend class="hidden">Filters</legend>
      {conditions.map((condition, index) => (
        <FilterRow
          key={`${index} ${condition.property} ${condition.operator}`}
          choices={choices}
          condition={condition}
          onChange={(next) => onConditions(conditions.map((old, at) => (at === index ? next : old)))}
          onRemove={() => onConditions(conditions.filter((_, at) => at !== index))}
        />
      ))}
      <button
        type="button"
        class="button button-quiet"
        disabled={choices.length === 0}
        onClick={() => onConditions([...conditions, firstCondition(choices[0])])}
      >
        <Icon name="plus" />
        <span>Add filter</span>
      </button>
    </fieldset>
  );
}

function FilterRow(props: {
  readonly choices: readonly Property[];
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
}) {
  const { choices, condition, onChange, onRemove } = props;
  const { property, operator, value } = condition;
  const id = useId();
  const chosen = choices.find((one) => pointerOf(one) === property);
  const operators = operatorsOf(chosen ?? { name: "", types: [], required: false });
  const values = valuesOf(chosen);
  const text = value === null || value === undefined ? "" : String(value);
  const changeValue = (next: string): void => onChange({ ...condition, value: conditionValue(chosen, operator, next) });
  return (
    <div class="filter">
      <select
        class="input"
        aria-label="Property"
        value={property}
        onChange={({ currentTarget }) =>
          onChange(firstCondition(choices.find((one) => pointerOf(one) === currentTarget.value)))
        }
      >
        {choices.map((one) => (
          <option key={one.name} value={pointerOf(one)} selected={pointerOf(one) === property}>
            {one.name}
          </option>
        ))}
      </select>
      <select
        class="input"
        aria-label="Condition"
        value={operator}
        onChange={({ currentTarget }) => {
          const next = currentTarget.value as Operator;
          const start = next === "exists" ? "true" : operator === "exists" ? (values?.[0] ?? "") : text;
          onChange({ property, operator: next, value: conditionValue(chosen, next, start) });
        }}
      >
        {operators.map(([name, title]) => (
          <option key={name} value={name} selected={name === operator}>
            {title}
          </option>
        ))}
      </select>
      {operator === "exists" ? (
        <select class="input" aria-label="Value" onChange={({ currentTarget }) => changeValue(currentTarget.value)}>
          <option value="true" selected={value !== false}>
            yes
          </option>
          <option value="false" selected={value === false}>
            no
          </option>
        </select>
      ) : values ? (
        <select class="input" aria-label="Value" onChange={({ currentTarget }) => changeValue(currentTarget.value)}>
          {values.map((one) => (
            <option key={one} value={one} selected={one === text}>
              {one}
            </option>
          ))}
        </select>
      ) : (
        <ValueInput id={id} text={text} onChange={changeValue} />
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={`Remove filter on ${chosen?.name ?? property}`}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

/** "is" with the first value if the schema lists the property's values. Otherwise "is set", which needs no value. */
function firstCondition(property: Property | undefined): Condition {
  const [first] = valuesOf(property) ?? [];
  return first === undefined
    ? { property: pointerOf(property), operator: "exists", value: true }
    : { property: pointerOf(property), operator: "eq", value: conditionValue(property, "eq", first) };
}

function valuesOf(property: Property | undefined): readonly string[] | undefined {
  return property?.types.includes("boolean") ? ["true", "false"] : property?.values?.map(String);
}

/** A field that applies its text only when editing ends. Until then the text stays, even if the list reloads. */
function ValueInput(props: { readonly id: string; readonly text: string; readonly onChange: (text: string) => void }) {
  const { id, text, onChange } = props;
  const [draft, setDraft] = useState(text);
  useEffect(() => setDraft(text), [text]);
  return (
    <input
      id={id}
      class="input"
      aria-label="Value"
      value={draft}
      autocomplete="off"
      onInput={({ currentTarget }) => setDraft(currentTarget.value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Properties of nested objects, named with a dot. */
function insideOf(properties: readonly Property[]): readonly Property[] {
  return properties.flatMap(({ name, properties: inner = [] }) =>
    inner
      .filter(({ types }) => !types.includes("object"))
      .map((one) => ({
        ...one,
        name: `${name}.${one.name}`,
        pointer: `/${pointerPart(name)}/${pointerPart(one.name)}`,
      })),
  );
}

function pointerOf(property: (Property & { readonly pointer?: string }) | undefined): string {
  return property?.pointer ?? `/${pointerPart(property?.name ?? "")}`;
}
