import { useEffect, useState } from "preact/hooks";
import { type Named, suggest } from "./references.js";

/** Suggests records for a reference while a person types. */
export function ReferenceOptions({
  id,
  collection,
  text,
}: {
  readonly id: string;
  readonly collection: string;
  readonly text: string;
}) {
  const [options, setOptions] = useState<readonly Named[]>([]);
  useEffect(() => {
    let isLatest = true;
    const timer = setTimeout(() => {
      suggest(collection, "").then(
        (first) =>
          suggest(collection, text).then((matching) => {
            const all = new Map([...matching, ...first].map((one) => [one.record.key, one]));
            if (isLatest) setOptions([...all.values()]);
          }),
        () => undefined,
      );
    }, 150);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [collection, text]);
  return (
    <datalist id={id}>
      {options.map(({ record, label }) => (
        <option key={record.key} value={record.key}>
          {label}
        </option>
      ))}
    </datalist>
  );
}
