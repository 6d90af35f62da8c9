import { useEffect, useId, useRef, useState } from "preact/hooks";
import { type Detail, PlaneError, plane, problemText } from "../state/plane.js";
import { routeTo } from "../state/route.js";
import { attempt, tell } from "../state/toasts.js";
import { confirm } from "../ui/confirm.js";
import { Dialog } from "../ui/dialog.js";
import { Icon } from "../ui/icon.js";
import { copyText } from "../ui/parts.js";
import { readJson } from "./field-text.js";
import { type Collection, type JsonRecord, type KeptRecord, type Resource, recordPath, scopeText } from "./model.js";
import { RecordForm } from "./record-form.js";
import { ScopeFields } from "./scope-fields.js";

export interface RecordEditorProps {
  readonly resource: Resource;
  /** Absent: a new one. */
  readonly record: KeptRecord | undefined;
  /** What a new one stands below, where that is known. */
  readonly scope: readonly string[];
  /** Collections of records below this one. */
  readonly below: readonly Collection[];
  readonly onClose: () => void;
  readonly onChange: () => void;
}

/** A record, as a form or as JSON. The server says what is wrong, and each problem stands at its field. */
export function RecordEditor({ resource, record, scope: known, below, onClose, onChange }: RecordEditorProps) {
  const [value, setValue] = useState<JsonRecord>(record?.value ?? {});
  const [scope, setScope] = useState<readonly string[]>(
    record?.scope ?? resource.parents.map((_, index) => known[index] ?? ""),
  );
  const [json, setJson] = useState<string | undefined>(undefined);
  const [unread, setUnread] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<readonly Detail[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [turn, setTurn] = useState(0);
  const body = useRef<HTMLDivElement>(null);
  const jsonId = useId();
  const path = `state/${encodeURIComponent(resource.name)}`;

  const fillIn = async (): Promise<void> => {
    try {
      const sample = await plane<{ value: JsonRecord }>(`resources/${encodeURIComponent(resource.name)}/sample`);
      const isMade = madeByServer(resource);
      setValue(Object.fromEntries(Object.entries(sample.value).filter(([name]) => !isMade.has(name))));
      setTurn((before) => before + 1);
    } catch (error) {
      tell(problemText(error), true);
    }
  };
  useEffect(() => {
    if (!record) void fillIn();
  }, []);

  const save = async (): Promise<void> => {
    const read = json === undefined ? { ok: true as const, value } : readJson(json);
    if (!read.ok) return setProblems([{ path: "", message: `The record ${read.message}` }]);
    if (json === undefined && Object.keys(unread).length > 0) {
      return setProblems(Object.entries(unread).map(([name, message]) => ({ path: `/${name}`, message })));
    }
    setBusy(true);
    try {
      if (record) await plane(recordPath(resource.name, record), { method: "PUT", body: { value: read.value } });
      else await plane(path, { method: "POST", body: { scope, value: read.value } });
      tell(record ? `Record ${record.key} is saved` : "The record is made");
      onChange();
      onClose();
    } catch (error) {
      setBusy(false);
      if (!(error instanceof PlaneError) || error.details.length === 0) return tell(problemText(error), true);
      setProblems(error.details);
      requestAnimationFrame(() => body.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
    }
  };
  const remove = async (): Promise<void> => {
    if (!record) return;
    const text = "What depends on it stays. A snapshot or a reset is the way back.";
    if (!(await confirm(`Delete record ${record.key}?`, text, "Delete"))) return;
    const isGone = await attempt(
      () => plane(recordPath(resource.name, record), { method: "DELETE" }),
      `Record ${record.key} is deleted`,
    );
    if (isGone) {
      onChange();
      onClose();
    }
  };
  const switchView = (isJson: boolean): void => {
    if (isJson === (json !== undefined)) return;
    const read = readJson(json ?? "");
    if (isJson) setJson(JSON.stringify(value, null, 2));
    else if (!read.ok) setProblems([{ path: "", message: `The record ${read.message}` }]);
    else {
      setValue(read.value as JsonRecord);
      setJson(undefined);
      setUnread({});
      setTurn((before) => before + 1);
    }
  };

  return (
    <Dialog
      isDrawer
      title={
        record ? (
          <>
            {resource.schema ?? resource.name} <code>{record.key}</code>
          </>
        ) : (
          `New ${resource.schema ?? "record"}`
        )
      }
      onClose={onClose}
      footer={
        <>
          {record ? (
            <>
              <button type="button" class="button button-danger-quiet" onClick={remove}>
                <Icon name="trash" />
                <span>Delete</span>
              </button>
              <button
                type="button"
                class="button button-quiet"
                onClick={() => copyText(JSON.stringify(value, null, 2)).then(() => tell("Copied"))}
              >
                <Icon name="copy" />
                <span>Copy</span>
              </button>
            </>
          ) : (
            <button type="button" class="button button-quiet" onClick={fillIn}>
              <Icon name="reset" />
              <span>Sample</span>
            </button>
          )}
          <span class="spring" />
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="button" class="button button-main" disabled={isBusy} onClick={save}>
            {record ? "Save" : "Create"}
          </button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of what the button does */}
      <div
        ref={body}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
        }}
      >
        <fieldset class="switch">
          <legend class="hidden">Show as</legend>
          <button type="button" aria-pressed={json === undefined} onClick={() => switchView(false)}>
            Form
          </button>
          <button type="button" aria-pressed={json !== undefined} onClick={() => switchView(true)}>
            JSON
          </button>
        </fieldset>
        <Summary
          problems={problems}
          isJson={json !== undefined}
          properties={resource.properties.map(({ name }) => name)}
        />
        {!record && <ScopeFields resource={resource} scope={scope} problems={problems} onScope={setScope} />}
        {record && record.scope.length > 0 && (
          <p class="hint">
            Below {resource.parents.map(({ parameter }, index) => `${parameter} ${record.scope[index]}`).join(", ")}
          </p>
        )}
        {record && below.length > 0 && (
          <p class="below">
            {below.map(({ name, path }) => (
              <a
                key={name}
                href={routeTo("resources", name, { scope: scopeText([...record.scope, record.key]) })}
                onClick={onClose}
              >
                {path.split("/").at(-1)}
              </a>
            ))}
            <span>of this record</span>
          </p>
        )}
        {json === undefined ? (
          <RecordForm
            key={turn}
            resource={resource}
            value={value}
            problems={problems}
            isNew={!record}
            onChange={(next, wrong) => {
              setValue(next);
              setUnread(wrong);
            }}
          />
        ) : (
          <div class="field">
            <label for={jsonId} class="hidden">
              The record as JSON
            </label>
            <textarea
              id={jsonId}
              class="input mono tall"
              spellcheck={false}
              value={json}
              onInput={({ currentTarget }) => setJson(currentTarget.value)}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** What only the server makes, and what repeats the parents in the path. */
function madeByServer({ properties, parents }: Resource): ReadonlySet<string> {
  const own = properties.filter(({ readOnly }) => readOnly).map(({ name }) => name);
  return new Set([...own, ...parents.flatMap(({ property }) => (property?.length === 1 ? property : []))]);
}

/** What has no field to stand at; of JSON, everything. */
function Summary({
  problems,
  isJson,
  properties,
}: {
  readonly problems: readonly Detail[];
  readonly isJson: boolean;
  readonly properties: readonly string[];
}) {
  if (problems.length === 0) return null;
  const own = problems.filter(
    ({ path = "", in: part }) => part !== "scope" && (isJson || !properties.includes(path.split("/")[1] ?? "")),
  );
  const count = problems.length;
  return (
    <div class="problem" role="alert">
      <p>
        {count === 1 ? "One thing is not as the description says." : `${count} things are not as the description says.`}{" "}
        Nothing was saved.
      </p>
      {own.length > 0 && (
        <ul>
          {own.map(({ path, message }) => (
            <li key={`${path}${message}`}>
              {path && <code>{path}</code>} {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
