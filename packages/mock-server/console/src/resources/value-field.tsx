import { useEffect, useRef, useState } from "preact/hooks";
import { changes } from "../state/live.js";
import { routeTo } from "../state/route.js";
import { Icon } from "../ui/icon.js";
import { type FieldKind, fieldKind, readText, textOf, withProperty } from "./field-text.js";
import { type JsonRecord, type Property, recordPlace } from "./model.js";
import { pointerPart } from "./record-changes.js";
import { RecordField } from "./record-field.js";
import { loadNames, namedRecord } from "./references.js";

/** Functions that all fields of a form share. */
export interface FormParts {
  /** Returns the problems at a JSON pointer; with `withInner` also those below it. */
  problemsAt(pointer: string, withInner: boolean): readonly string[];
  /** Reports that the text of a field cannot be read; `undefined` if it can. */
  report(pointer: string, message: string | undefined): void;
  /** Removes reports whose pointers begin with this prefix. */
  forget(prefix: string): void;
}

interface ValueFieldProps {
  readonly property: Property;
  readonly value: unknown;
  readonly pointer: string;
  readonly isFixed?: boolean;
  /** True for an item of a list, which can be removed from the list. */
  readonly isItem?: boolean;
  readonly form: FormParts;
  /** `undefined` removes the property. */
  readonly onChange: (value: unknown) => void;
}

/** The field of a value. Objects and arrays get a nested form. */
function ValueField(props: ValueFieldProps) {
  const { property, value } = props;
  const isAbsent = value === undefined || value === null;
  if (property.properties && (isAbsent || isRecord(value))) return <ObjectField {...props} />;
  if (property.items && (isAbsent || Array.isArray(value)) && !property.values) return <ArrayField {...props} />;
  return <PlainField {...props} />;
}

function PlainField({ property, value, pointer, isFixed = false, isItem = false, form, onChange }: ValueFieldProps) {
  const [text, setText] = useState<string | undefined>(undefined);
  const edited = useRef<FieldKind>(undefined);
  // The kind of field may change while the value comes from outside, such as a sample. It is fixed after the user has edited the value.
  const kind = edited.current ?? fieldKind(property, value);
  const isEmpty = value === undefined || value === null || value === "";
  return (
    <RecordField
      property={property}
      kind={kind}
      text={text ?? textOf(kind, value)}
      isFixed={isFixed}
      problems={form.problemsAt(pointer, true)}
      onInput={(next) => {
        edited.current = kind;
        setText(next);
        const read = readText(kind, next, property, isItem);
        form.report(pointer, read.ok ? undefined : read.message);
        if (read.ok) onChange(read.value);
      }}
    >
      {property.reference !== undefined && (kind === "line" || kind === "number") && (
        <ReferenceHint collection={property.reference} value={isEmpty ? "" : String(value)} />
      )}
    </RecordField>
  );
}

/** A link to the record that a reference names. */
function ReferenceHint({ collection, value }: { readonly collection: string; readonly value: string }) {
  useEffect(() => {
    if (value !== "") void loadNames(collection, [value]);
  }, [collection, value, changes.value]);
  if (value === "") return null;
  const named = namedRecord(collection, value);
  if (named === undefined) return null;
  if (named === null) return <p class="about">No record of {collection} has this id.</p>;
  return (
    <p class="about">
      <a href={routeTo("resources", recordPlace(collection, named.record))}>{named.label}</a>
    </p>
  );
}

/** The properties of an object: first those that the schema declares, then others that the value has. */
export function Members({
  properties,
  value,
  pointer,
  form,
  onChange,
  fixed,
}: {
  readonly properties: readonly Property[];
  readonly value: JsonRecord;
  readonly pointer: string;
  readonly form: FormParts;
  readonly onChange: (value: JsonRecord) => void;
  /** Name of the property that may not change. */
  readonly fixed?: string | undefined;
}) {
  const declared = new Set(properties.map(({ name }) => name));
  const extra = Object.keys(value)
    .filter((name) => !declared.has(name))
    .map((name): Property => ({ name, types: [], required: false }));
  const all = [...properties, ...extra];
  return [...all.filter(({ readOnly }) => !readOnly), ...all.filter(({ readOnly }) => readOnly)].map((property) => (
    <ValueField
      key={property.name}
      property={property}
      value={value[property.name]}
      pointer={`${pointer}/${pointerPart(property.name)}`}
      isFixed={property.name === fixed}
      form={form}
      onChange={(next) => onChange(withProperty(value, property.name, next))}
    />
  ));
}

function ObjectField({ property, value, pointer, isItem = false, form, onChange }: ValueFieldProps) {
  const { name, properties = [], required } = property;
  const own = form.problemsAt(pointer, false);
  return (
    <fieldset class="nested">
      <Legend property={property} type="object" />
      <Problems texts={own} />
      {isRecord(value) ? (
        <>
          <div class="fields">
            <Members properties={properties} value={value} pointer={pointer} form={form} onChange={onChange} />
          </div>
          {!required && !isItem && (
            <button type="button" class="button button-quiet button-add" onClick={() => onChange(emptyOf(property))}>
              <Icon name="trash" />
              <span>Remove {name || "it"}</span>
            </button>
          )}
        </>
      ) : (
        <button type="button" class="button button-add" onClick={() => onChange(startOf(property))}>
          <Icon name="plus" />
          <span>Add {name || "it"}</span>
        </button>
      )}
    </fieldset>
  );
}

function ArrayField({ property, value, pointer, form, onChange }: ValueFieldProps) {
  const { items = { name: "", types: [], required: false }, name } = property;
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  // Fields keep unfinished texts by position. After an item has moved or is removed, all fields start again.
  const [turn, setTurn] = useState(0);
  const change = (next: readonly unknown[], isMoved = false): void => {
    if (isMoved) {
      setTurn(turn + 1);
      form.forget(`${pointer}/`);
    }
    onChange(next);
  };
  const swap = (at: number, other: number): void => {
    const next = [...list];
    [next[at], next[other]] = [next[other], next[at]];
    change(next, true);
  };
  return (
    <fieldset class="nested">
      <Legend property={property} type={`${list.length} ${list.length === 1 ? "item" : "items"}`} />
      <Problems texts={form.problemsAt(pointer, false)} />
      {list.length > 0 && (
        <ol class="items">
          {list.map((item, index) => (
            <li key={`${turn} ${index}`}>
              <ValueField
                property={{ ...items, name: `${name} ${index + 1}`, required: false }}
                isItem
                value={item}
                pointer={`${pointer}/${index}`}
                form={form}
                onChange={(next) => change(list.map((old, at) => (at === index ? (next ?? null) : old)))}
              />
              <span class="item-tools">
                <button
                  type="button"
                  class="icon-button"
                  aria-label={`Move ${name} ${index + 1} up`}
                  disabled={index === 0}
                  onClick={() => swap(index, index - 1)}
                >
                  <Icon name="up" />
                </button>
                <button
                  type="button"
                  class="icon-button"
                  aria-label={`Remove ${name} ${index + 1}`}
                  onClick={() =>
                    change(
                      list.filter((_, at) => at !== index),
                      true,
                    )
                  }
                >
                  <Icon name="trash" />
                </button>
              </span>
            </li>
          ))}
        </ol>
      )}
      <button type="button" class="button button-add" onClick={() => change([...list, startOf(items)])}>
        <Icon name="plus" />
        <span>Add to {name || "the list"}</span>
      </button>
    </fieldset>
  );
}

function Legend({ property, type }: { readonly property: Property; readonly type: string }) {
  const { name, required, readOnly } = property;
  return (
    <legend>
      <span class="field-name">{name}</span>
      {required && !readOnly && <span class="required">required</span>}
      {readOnly && <span class="tag">server</span>}
      <span class="field-type">{type}</span>
    </legend>
  );
}

function Problems({ texts }: { readonly texts: readonly string[] }) {
  return texts.length === 0 ? null : <p class="wrong">{texts.join("; ")}</p>;
}

function emptyOf({ types }: Property): unknown {
  return types.includes("null") ? null : undefined;
}

/** An initial value for the property. */
function startOf({ types, values, properties = [] }: Property): unknown {
  if (values && values.length > 0) return values[0];
  switch (types.find((type) => type !== "null")) {
    case "object":
      return Object.fromEntries(properties.filter(({ required }) => required).map((one) => [one.name, startOf(one)]));
    case "array":
      return [];
    case "integer":
    case "number":
      return 0;
    case "boolean":
      return false;
    default:
      return "";
  }
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
