import { useId, useRef, useState } from "preact/hooks";
import { type Detail, PlaneError, plane, problemText, tagged } from "../state/plane.js";
import { routeTo } from "../state/route.js";
import { attempt, tell } from "../state/toasts.js";
import { confirm } from "../ui/confirm.js";
import { Dialog } from "../ui/dialog.js";
import { Icon } from "../ui/icon.js";
import { copyText, Problem } from "../ui/parts.js";
import { Conflict } from "./conflict.js";
import { type Draft, keepDraft } from "./drafts.js";
import { readJson } from "./field-text.js";
import {
  type Collection,
  type JsonRecord,
  type KeptRecord,
  type Resource,
  recordPath,
  recordPlace,
  scopeText,
} from "./model.js";
import { changesBetween } from "./record-changes.js";
import { RecordForm } from "./record-form.js";
import { ScopeFields } from "./scope-fields.js";
import { useEdited } from "./use-edited.js";

export type RecordAddress = Pick<KeptRecord, "key" | "scope">;

export interface RecordEditorProps {
  readonly resource: Resource;
  /** Absent: a new one. */
  readonly address: RecordAddress | undefined;
  /** The parents of a new one, where they are known. */
  readonly scope: readonly string[];
  /** Collections of records below this one. */
  readonly below: readonly Collection[];
  readonly onClose: () => void;
  readonly onChange: () => void;
}

/** A record, as a form or as JSON. The server says what is wrong, and each problem stands at its field. */
export function RecordEditor({ resource, address, scope: known, below, onClose, onChange }: RecordEditorProps) {
  const { name, parents, schema } = resource;
  const place = address ? recordPlace(name, address) : [name];
  const read = async () => {
    if (address) {
      const { value, tag } = await tagged<KeptRecord>(recordPath(name, address));
      return { value: value.value, tag };
    }
    const sample = await plane<{ value: JsonRecord }>(`resources/${encodeURIComponent(name)}/sample`);
    const isMade = madeByServer(resource);
    const value = Object.fromEntries(Object.entries(sample.value).filter(([property]) => !isMade.has(property)));
    return { value, tag: "" };
  };
  const startScope = address ? undefined : parents.map((_, index) => known[index] ?? "");
  const edited = useEdited(place, !address, read, startScope);
  const [json, setJson] = useState<string | undefined>(undefined);
  const [unread, setUnread] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<readonly Detail[]>([]);
  const [isBusy, setBusy] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const jsonId = useId();
  const { draft, isDirty, theirs } = edited;

  const save = async (asked?: Draft): Promise<void> => {
    const current = asked ?? draft;
    if (!current || isBusy) return;
    const wrong = Object.entries(unread);
    if (wrong.length > 0) return setProblems(wrong.map(([path, message]) => ({ path, message })));
    setBusy(true);
    setProblems([]);
    try {
      if (address) await update(address, current);
      else {
        const { scope = [], value } = current;
        await plane(`state/${encodeURIComponent(name)}`, { method: "POST", body: { scope, value } });
      }
      tell(address ? `Record ${address.key} is saved` : "The record is created");
      keepDraft(place, undefined);
      onChange();
      onClose();
    } catch (error) {
      setBusy(false);
      if (error instanceof PlaneError && error.status === 412) return showConflict();
      if (!(error instanceof PlaneError) || error.details.length === 0) return tell(problemText(error), true);
      setProblems(error.details);
      requestAnimationFrame(() => body.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
    }
  };
  const update = async (at: RecordAddress, { base, value, tag }: Draft): Promise<void> => {
    const changed = changesBetween(base, value);
    if (changed.length === 0) return;
    const type = "application/json-patch+json";
    await plane(recordPath(name, at), { method: "PATCH", body: changed, type, ifMatch: tag });
  };
  const showConflict = async (): Promise<void> => {
    try {
      await edited.compare();
      body.current?.parentElement?.scrollTo({ top: 0 });
    } catch (error) {
      tell(problemText(error), true);
    }
  };
  const remove = async (): Promise<void> => {
    if (!address) return;
    const text = "Records that refer to it stay. To get it back, restore a snapshot or reset to the seeds.";
    if (!(await confirm(`Delete record ${address.key}?`, text, "Delete"))) return;
    const isGone = await attempt(
      () => plane(recordPath(name, address), { method: "DELETE" }),
      `Record ${address.key} is deleted`,
    );
    if (!isGone) return;
    keepDraft(place, undefined);
    onChange();
    onClose();
  };
  const switchView = (isJson: boolean): void => {
    if (isJson === (json !== undefined)) return;
    if (isJson) setJson(JSON.stringify(draft?.value, null, 2));
    else if (unread[""] === undefined) setJson(undefined);
    else setProblems([{ path: "", message: unread[""] }]);
  };
  const changeJson = (text: string): void => {
    setJson(text);
    const found = readJson(text);
    if (found.ok) edited.change(found.value as JsonRecord);
    setUnread(found.ok ? {} : { "": `The record ${found.message}` });
  };
  const restart = (): void => {
    setJson(undefined);
    setUnread({});
    setProblems([]);
  };
  const mayClose = async (): Promise<boolean> => {
    if (!isDirty && Object.keys(unread).length === 0) return true;
    const text = address ? `Your changes of record ${address.key} are not saved.` : "The new record is not saved.";
    const isSure = await confirm("Discard your changes?", text, "Discard", "Keep editing");
    if (isSure) keepDraft(place, undefined);
    return isSure;
  };

  return (
    <Dialog
      isDrawer
      title={
        address ? (
          <>
            {schema ?? name} <code>{address.key}</code>
          </>
        ) : (
          `New ${schema ?? "record"}`
        )
      }
      onClose={onClose}
      mayClose={mayClose}
      footer={
        <>
          {address ? (
            <>
              <button type="button" class="button button-danger-quiet" disabled={!draft} onClick={remove}>
                <Icon name="trash" />
                <span>Delete</span>
              </button>
              <button
                type="button"
                class="button button-quiet"
                onClick={() => copyText(JSON.stringify(draft?.value, null, 2)).then(() => tell("Copied"))}
              >
                <Icon name="copy" />
                <span>Copy</span>
              </button>
            </>
          ) : (
            <button
              type="button"
              class="button button-quiet"
              onClick={async () => {
                restart();
                try {
                  edited.start((await read()).value, "", draft?.scope);
                } catch (error) {
                  tell(problemText(error), true);
                }
              }}
            >
              <Icon name="reset" />
              <span>Sample</span>
            </button>
          )}
          <span class="spring" />
          {isDirty && address && (
            <button
              type="button"
              class="button button-quiet"
              onClick={() => {
                restart();
                edited.discard();
              }}
            >
              Discard changes
            </button>
          )}
          <button
            type="button"
            class="button button-main"
            disabled={isBusy || !draft || theirs !== undefined}
            onClick={() => save()}
          >
            {address ? "Save" : "Create"}
          </button>
        </>
      }
    >
      {edited.problem && <Problem text={edited.problem} retry={edited.load} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of what the button does */}
      <div
        ref={body}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !theirs) void save();
        }}
      >
        {draft && theirs && (
          <Conflict
            base={draft.base}
            theirs={theirs.value}
            mine={draft.value}
            onOverwrite={() => void save(edited.rebase())}
            onKeepEditing={() => {
              restart();
              edited.rebase();
            }}
            onTheirs={() => {
              restart();
              edited.discard();
            }}
          />
        )}
        {draft && !theirs && (
          <>
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
              properties={resource.properties.map((property) => property.name)}
            />
            {!address && (
              <ScopeFields
                resource={resource}
                scope={draft.scope ?? []}
                problems={problems}
                onScope={edited.changeScope}
              />
            )}
            {address && address.scope.length > 0 && (
              <p class="hint">
                Below {parents.map(({ parameter }, index) => `${parameter} ${address.scope[index]}`).join(", ")}
              </p>
            )}
            {address && below.length > 0 && (
              <p class="below">
                {below.map((one) => (
                  <a
                    key={one.name}
                    href={routeTo("resources", one.name, { scope: scopeText([...address.scope, address.key]) })}
                  >
                    {one.path.split("/").at(-1)}
                  </a>
                ))}
                <span>of this record</span>
              </p>
            )}
            {json === undefined ? (
              <RecordForm
                key={edited.turn}
                resource={resource}
                value={draft.value}
                problems={problems}
                isNew={!address}
                onChange={(next, wrong) => {
                  edited.change(next);
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
                  onInput={({ currentTarget }) => changeJson(currentTarget.value)}
                />
              </div>
            )}
          </>
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
        {count === 1 ? "One value does not match the description." : `${count} values do not match the description.`}{" "}
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
