import type { Detail } from "../state/plane.js";
import type { JsonRecord, Property, Resource } from "./model.js";
import { type FormParts, Members } from "./value-field.js";

export interface RecordFormProps {
  readonly properties: readonly Property[];
  /** Name of the property that may not change. */
  readonly fixed: string | undefined;
  readonly value: JsonRecord;
  readonly problems: readonly Detail[];
  /** Texts that cannot be read, by JSON pointer. */
  readonly unread: Readonly<Record<string, string>>;
  readonly onUnread: (change: (unread: Readonly<Record<string, string>>) => Readonly<Record<string, string>>) => void;
  readonly onChange: (value: JsonRecord) => void;
}

/**
 * A form with a field for each property that the schema declares or the record has. Properties that only the server
 * writes come last.
 */
export function RecordForm({ properties, fixed, value, problems, unread, onUnread, onChange }: RecordFormProps) {
  const form: FormParts = {
    problemsAt: (pointer, withInner) => problemsAt(pointer, withInner, problems, unread),
    report: (pointer, message) =>
      onUnread(({ [pointer]: _, ...others }) => (message === undefined ? others : { ...others, [pointer]: message })),
    forget: (prefix) =>
      onUnread((before) =>
        Object.fromEntries(Object.entries(before).filter(([pointer]) => !pointer.startsWith(prefix))),
      ),
  };
  return (
    <div class="fields">
      <Members properties={properties} fixed={fixed} value={value} pointer="" form={form} onChange={onChange} />
    </div>
  );
}

/** The properties of a record's form. For a new record, omits those that repeat a parent, because parents have separate fields. */
export function ownProperties({ properties, parents }: Resource, isNew: boolean): readonly Property[] {
  const repeated = isNew ? parents.map(({ property }) => property?.join("/")) : [];
  return properties.filter(({ name }) => !repeated.includes(name));
}

function problemsAt(
  own: string,
  withInner: boolean,
  problems: readonly Detail[],
  unread: Readonly<Record<string, string>>,
): readonly string[] {
  const told = problems.flatMap(({ path = "", in: part, message }) => {
    if (part === "scope") return [];
    if (path === own) return [message];
    return withInner && path.startsWith(`${own}/`) ? [`${path.slice(own.length + 1)} ${message}`] : [];
  });
  const wrong = unread[own];
  return wrong === undefined || told.includes(wrong) ? told : [wrong];
}
