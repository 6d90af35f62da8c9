import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { type Detail, PlaneError, plane, problemText, type Tagged, tagged } from "../state/plane.js";
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
  type Property,
  type Resource,
  recordPath,
  recordPlace,
  scopeText,
} from "./model.js";
import { changesBetween } from "./record-changes.js";
import { ownProperties, RecordForm } from "./record-form.js";
import { ScopeFields } from "./scope-fields.js";
import { useEdited } from "./use-edited.js";

export type RecordAddress = Pick<KeptRecord, "key" | "scope">;

/** The edited record, new record, or document at a path. */
export interface Subject {
  readonly title: ComponentChildren;
  /** Its name in messages: "Record 3". */
  readonly name: string;
  /** The place of its draft. */
  readonly place: readonly string[];
  readonly isNew: boolean;
  readonly properties: readonly Property[];
  /** Name of the property that may not change. */
  readonly fixed?: string | undefined;
  /** The initial parents of a new record. */
  readonly startScope?: readonly string[] | undefined;
  read(): Promise<Tagged<JsonRecord>>;
  create?(scope: readonly string[], value: JsonRecord): Promise<unknown>;
  /** The path that changes are sent to. */
  readonly path: string;
  readonly canDelete: boolean;
}

export interface RecordEditorProps {
  readonly resource: Resource;
  /** Absent for a new record. */
  readonly address: RecordAddress | undefined;
  /** The known parents of a new record. */
  readonly scope: readonly string[];
  /** Collections of records below this one. */
  readonly below: readonly Collection[];
  readonly onClose: () => void;
  readonly onChange: () => void;
}

/** Edits a record, as a form or as JSON. */
export function RecordEditor({ resource, address, scope: known, below, onClose, onChange }: RecordEditorProps) {
  const { name, parents, schema, id } = resource;
  const subject: Subject = {
    title: address ? (
      <>
        {schema ?? name} <code>{address.key}</code>
      </>
    ) : (
      `New ${schema ?? "record"}`
    ),
    name: address ? `Record ${address.key}` : "The new record",
    place: address ? recordPlace(name, address) : [name],
    isNew: !address,
    properties: ownProperties(resource, !address),
    fixed: address && id?.length === 1 ? id[0] : undefined,
    startScope: address ? undefined : parents.map((_, index) => known[index] ?? ""),
    path: address ? recordPath(name, address) : `state/${encodeURIComponent(name)}`,
    canDelete: address !== undefined,
    async read() {
      if (address) {
        const { value, tag } = await tagged<KeptRecord>(recordPath(name, address));
        return { value: value.value, tag };
      }
      const sample = await plane<{ value: JsonRecord }>(`resources/${encodeURIComponent(name)}/sample`);
      const isMade = madeByServer(resource);
      const value = Object.fromEntries(Object.entries(sample.value).filter(([property]) => !isMade.has(property)));
      return { value, tag: "" };
    },
    create: (scope, value) => plane(`state/${encodeURIComponent(name)}`, { method: "POST", body: { scope, value } }),
  };
  return (
    <Editor
      subject={subject}
      onClose={onClose}
      onChange={onChange}
      above={(scope, problems, onScope) =>
        address ? (
          <>
            {address.scope.length > 0 && (
              <p class="hint">
                Below {parents.map(({ parameter }, index) => `${parameter} ${address.scope[index]}`).join(", ")}
              </p>
            )}
            {below.length > 0 && (
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
          </>
        ) : (
          <ScopeFields resource={resource} scope={scope} problems={problems} onScope={onScope} />
        )
      }
    />
  );
}

export interface EditorProps {
  readonly subject: Subject;
  /** Shown above the fields. */
  readonly above?: (
    scope: readonly string[],
    problems: readonly Detail[],
    onScope: (scope: readonly string[]) => void,
  ) => ComponentChildren;
  readonly onClose: () => void;
  readonly onChange: () => void;
}

/** A drawer with a form or JSON. The server validates the values, and each problem is shown at its field. */
export function Editor({ subject, above, onClose, onChange }: EditorProps) {
  const { place, isNew, path } = subject;
  const edited = useEdited(place, isNew, () => subject.read(), subject.startScope);
  const [json, setJson] = useState<string | undefined>(undefined);
  const [unread, setUnread] = useState<Readonly<Record<string, string>>>({});
  const [problems, setProblems] = useState<readonly Detail[]>([]);
  const [isBusy, setBusy] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const jsonId = useId();
  const { draft, isDirty, theirs } = edited;
  const isFilled = draft !== undefined;
  useEffect(() => {
    if (isNew && isFilled) body.current?.querySelector<HTMLElement>(FIELDS)?.focus();
  }, [isNew, isFilled]);

  const save = async (asked?: Draft): Promise<void> => {
    const current = asked ?? draft;
    if (!current || isBusy) return;
    const wrong = Object.entries(unread);
    if (wrong.length > 0) return setProblems(wrong.map(([path, message]) => ({ path, message })));
    setBusy(true);
    setProblems([]);
    try {
      if (isNew) await subject.create?.(current.scope ?? [], current.value);
      else await update(current);
      tell(isNew ? "The record is created" : `${subject.name} is saved`);
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
  const update = async ({ base, value, tag }: Draft): Promise<void> => {
    const changed = changesBetween(base, value);
    if (changed.length === 0) return;
    const type = "application/json-patch+json";
    await plane(path, { method: "PATCH", body: changed, type, ifMatch: tag });
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
    const text = "Records that refer to it stay. To get it back, restore a snapshot or reset to the seeds.";
    if (!(await confirm(`Delete ${lowered(subject.name)}?`, text, "Delete"))) return;
    const isGone = await attempt(() => plane(path, { method: "DELETE" }), `${subject.name} is deleted`);
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
    const text = isNew ? "The new record is not saved." : `Your changes of ${lowered(subject.name)} are not saved.`;
    const isSure = await confirm("Discard your changes?", text, "Discard", "Keep editing");
    if (isSure) keepDraft(place, undefined);
    return isSure;
  };

  return (
    <Dialog
      isDrawer
      title={subject.title}
      onClose={onClose}
      mayClose={mayClose}
      footer={
        <>
          {!isNew ? (
            <>
              {subject.canDelete && (
                <button type="button" class="button button-danger-quiet" disabled={!draft} onClick={remove}>
                  <Icon name="trash" />
                  <span>Delete</span>
                </button>
              )}
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
                  edited.start((await subject.read()).value, "", draft?.scope);
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
          {isDirty && !isNew && (
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
            {isNew ? "Create" : "Save"}
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
              properties={subject.properties.map((property) => property.name)}
            />
            {above?.(draft.scope ?? [], problems, edited.changeScope)}
            {json === undefined ? (
              <RecordForm
                key={edited.turn}
                properties={subject.properties}
                fixed={subject.fixed}
                value={draft.value}
                problems={problems}
                unread={unread}
                onUnread={setUnread}
                onChange={edited.change}
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

const FIELDS = "input:enabled, select:enabled, textarea:enabled";

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Properties that only the server sets, and those that repeat the parents in the path. */
function madeByServer({ properties, parents }: Resource): ReadonlySet<string> {
  const own = properties.filter(({ readOnly }) => readOnly).map(({ name }) => name);
  return new Set([...own, ...parents.flatMap(({ property }) => (property?.length === 1 ? property : []))]);
}

/** Lists the problems that no field shows. In JSON mode, lists all problems. */
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
