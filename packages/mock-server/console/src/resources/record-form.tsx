import { useState } from "preact/hooks";
import type { Detail } from "../state/plane.js";
import { type FieldKind, fieldKind, readText, textOf, withProperty } from "./field-text.js";
import type { JsonRecord, Property, Resource } from "./model.js";
import { pointerPart } from "./record-changes.js";
import { RecordField } from "./record-field.js";

export interface RecordFormProps {
  readonly resource: Resource;
  readonly value: JsonRecord;
  readonly problems: readonly Detail[];
  readonly isNew: boolean;
  /** With what could not be read, by JSON pointer. */
  readonly onChange: (value: JsonRecord, unread: Readonly<Record<string, string>>) => void;
}

/** A field for each property that the schema declares or the record has. What only the server makes comes last. */
export function RecordForm({ resource, value, problems, isNew, onChange }: RecordFormProps) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [unread, setUnread] = useState<Readonly<Record<string, string>>>({});
  const [kinds] = useState(() => new Map<string, FieldKind>());
  const declared = new Set(resource.properties.map(({ name }) => name));
  const extra = Object.keys(value)
    .filter((name) => !declared.has(name))
    .map((name): Property => ({ name, types: [], required: false }));
  const all = [...resource.properties, ...extra];
  const fields = [...all.filter(({ readOnly }) => !readOnly), ...all.filter(({ readOnly }) => readOnly)];
  const repeated = isNew ? resource.parents.map(({ property }) => property?.join("/")) : [];
  const idName = resource.id?.length === 1 ? resource.id[0] : undefined;

  return (
    <div class="fields">
      {fields
        .filter(({ name }) => !repeated.includes(name))
        .map((property) => {
          const { name } = property;
          const pointer = `/${pointerPart(name)}`;
          const known = kinds.get(name) ?? fieldKind(property, value[name]);
          // A field that gets its first value, as from a sample, may still become another; one that is edited may not.
          if (Object.hasOwn(texts, name)) kinds.set(name, known);
          const text = texts[name] ?? textOf(known, value[name]);
          return (
            <RecordField
              key={name}
              property={property}
              kind={known}
              text={text}
              isFixed={!isNew && name === idName}
              problems={problemsOf(pointer, problems, unread)}
              onInput={(next) => {
                kinds.set(name, known);
                setTexts({ ...texts, [name]: next });
                const read = readText(known, next, property);
                const { [pointer]: _, ...others } = unread;
                const wrong = read.ok ? others : { ...others, [pointer]: read.message };
                setUnread(wrong);
                onChange(read.ok ? withProperty(value, name, read.value) : value, wrong);
              }}
            />
          );
        })}
    </div>
  );
}

function problemsOf(
  own: string,
  problems: readonly Detail[],
  unread: Readonly<Record<string, string>>,
): readonly string[] {
  const told = problems.flatMap(({ path = "", in: part, message }) => {
    if (part === "scope") return [];
    if (path === own) return [message];
    return path.startsWith(`${own}/`) ? [`${path.slice(own.length + 1)} ${message}`] : [];
  });
  const wrong = unread[own];
  return wrong === undefined || told.includes(wrong) ? told : [wrong];
}
