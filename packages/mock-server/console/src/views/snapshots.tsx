import { useId, useMemo, useState } from "preact/hooks";
import { changes, tellChange } from "../state/live.js";
import { Loader, useLoad } from "../state/loader.js";
import { plane } from "../state/plane.js";
import { attempt } from "../state/toasts.js";
import { confirm } from "../ui/confirm.js";
import { Icon } from "../ui/icon.js";
import { countText, Problem } from "../ui/parts.js";
import { ResetButton } from "../ui/reset-button.js";
import { Page } from "./page.js";

interface Snapshot {
  readonly name: string;
  readonly takenAt: string;
  readonly records: number;
}

const NAME = /^[\w.~-]{1,100}$/;

/** Saves the state under a name, restores a saved state, and resets the state. */
export function Snapshots() {
  const loader = useMemo(() => new Loader<readonly Snapshot[]>(), []);
  const load = () => loader.load(async () => (await plane<{ snapshots: readonly Snapshot[] }>("snapshots")).snapshots);
  useLoad(load, [changes.value]);
  const [name, setName] = useState("");
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  const { value: snapshots = [], problem, isLoading } = loader.state.value;
  const done = async (work: Promise<boolean>): Promise<void> => {
    if (await work) {
      tellChange();
      await load();
    }
  };
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!NAME.test(name)) return setWrong(true);
    const isThere = snapshots.some((one) => one.name === name);
    if (isThere && !(await confirm(`Replace snapshot ${name}?`, "The snapshot is overwritten.", "Replace"))) return;
    await done(attempt(() => plane(pathOf(name), { method: "POST" }), `Snapshot ${name} is saved`));
    setName("");
  };
  const restore = async (one: Snapshot): Promise<void> => {
    const text = "All records return to this snapshot. Later changes are lost, unless another snapshot has them.";
    if (!(await confirm(`Restore ${one.name}?`, text, "Restore"))) return;
    await done(attempt(() => plane(`${pathOf(one.name)}/restore`, { method: "POST" }), `${one.name} is restored`));
  };
  const remove = async (one: Snapshot): Promise<void> => {
    if (!(await confirm(`Delete snapshot ${one.name}?`, "The records themselves stay as they are.", "Delete"))) return;
    await done(attempt(() => plane(pathOf(one.name), { method: "DELETE" }), `${one.name} is deleted`));
  };
  return (
    <Page
      title="Snapshots"
      about="Save all records before you try something, and restore them afterwards."
      action={<ResetButton />}
    >
      <form class="inline-form" onSubmit={save} noValidate>
        <div class={isWrong ? "field is-wrong" : "field"}>
          <label for={id}>Name</label>
          <input
            id={id}
            class="input"
            value={name}
            placeholder="before-checkout"
            autocomplete="off"
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `${id}-wrong` : undefined}
            onInput={({ currentTarget }) => {
              setName(currentTarget.value);
              setWrong(false);
            }}
          />
          {isWrong && (
            <p id={`${id}-wrong`} class="wrong">
              Use letters, digits, - _ . and ~, at most 100.
            </p>
          )}
        </div>
        <button type="submit" class="button button-main">
          <Icon name="snapshots" />
          <span>Save snapshot</span>
        </button>
      </form>
      {problem && <Problem text={problem} retry={load} />}
      {snapshots.length > 0 ? (
        <ul class="cards">
          {snapshots.map((one) => (
            <li key={one.name} class="card">
              <div>
                <strong>{one.name}</strong>
                <p>
                  {countText(one.records)} {one.records === 1 ? "record" : "records"} ·{" "}
                  <time dateTime={one.takenAt}>{new Date(one.takenAt).toLocaleString()}</time>
                </p>
              </div>
              <button type="button" class="button" onClick={() => restore(one)}>
                Restore
              </button>
              <button
                type="button"
                class="icon-button"
                aria-label={`Delete snapshot ${one.name}`}
                onClick={() => remove(one)}
              >
                <Icon name="trash" />
              </button>
            </li>
          ))}
        </ul>
      ) : (
        !isLoading &&
        !problem && (
          <p class="nothing-yet">
            No snapshot yet. Enter a name above; tests can use <code>POST /__mock/snapshots/name</code>.
          </p>
        )
      )}
    </Page>
  );
}

function pathOf(name: string): string {
  return `snapshots/${encodeURIComponent(name)}`;
}
