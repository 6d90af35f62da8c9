import { useId, useState } from "preact/hooks";
import { useLoad } from "../state/loader.js";
import { type Detail, plane } from "../state/plane.js";
import type { RecordPage, Resource } from "./model.js";

export interface ScopeFieldsProps {
  readonly resource: Resource;
  readonly scope: readonly string[];
  readonly problems: readonly Detail[];
  readonly onScope: (scope: readonly string[]) => void;
}

const SUGGESTED = 50;

/** Fields for the ids of a new record's parents. Existing ids are suggested. */
export function ScopeFields({ resource, scope, problems, onScope }: ScopeFieldsProps) {
  return (
    <>
      {resource.parents.map(({ parameter, collection }, index) => (
        <ScopeField
          key={parameter}
          name={parameter}
          collection={collection}
          above={scope.slice(0, index)}
          value={scope[index] ?? ""}
          problems={problems
            .filter(({ in: part, path }) => part === "scope" && (path === `/${index}` || path === ""))
            .map(({ message }) => message)}
          onInput={(text) => onScope(scope.map((part, at) => (at === index ? text : part)))}
        />
      ))}
    </>
  );
}

function ScopeField(props: {
  readonly name: string;
  readonly collection: string | undefined;
  readonly above: readonly string[];
  readonly value: string;
  readonly problems: readonly string[];
  readonly onInput: (text: string) => void;
}) {
  const id = useId();
  const { name, collection, above, value, problems, onInput } = props;
  const [keys, setKeys] = useState<readonly string[]>([]);
  useLoad(async () => {
    if (collection === undefined) return;
    const query = [`limit=${SUGGESTED}`, ...above.map((part) => `scope=${encodeURIComponent(part)}`)].join("&");
    const found = await plane<RecordPage>(`state/${encodeURIComponent(collection)}?${query}`).catch(() => undefined);
    const first = found?.records.map(({ key }) => key) ?? [];
    setKeys(first);
    if (value === "" && first[0] !== undefined) onInput(first[0]);
  }, [collection, above.join("/")]);
  const isWrong = problems.length > 0;
  return (
    <div class={isWrong ? "field is-wrong" : "field"}>
      <label for={id}>
        <span class="field-name">{name}</span>
        <span class="required">required</span>
        <span class="field-type">{collection ? `a record of ${collection}` : "in the path"}</span>
      </label>
      <input
        id={id}
        class="input"
        list={`${id}-keys`}
        value={value}
        autocomplete="off"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <datalist id={`${id}-keys`}>
        {keys.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      {isWrong && (
        <p id={`${id}-wrong`} class="wrong">
          {problems.join("; ")}
        </p>
      )}
    </div>
  );
}
