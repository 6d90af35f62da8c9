import { useId, useMemo, useState } from "preact/hooks";
import { changes } from "../state/live.js";
import { Loader, useLoad } from "../state/loader.js";
import { plane } from "../state/plane.js";
import { lookAt, session } from "../state/session.js";
import { loadSessions, type Session, sessions } from "../state/session-list.js";
import { attempt } from "../state/toasts.js";
import { confirm } from "../ui/confirm.js";
import { Icon } from "../ui/icon.js";
import { Problem } from "../ui/parts.js";
import { Page } from "./page.js";

const NAME = /^[\w.~-]{1,100}$/;

/** The list of sessions, and the choice of the one that the console shows. */
export function Sessions() {
  const loader = useMemo(() => new Loader<void>(), []);
  const load = () => loader.load(loadSessions);
  useLoad(load, [changes.value]);
  const [name, setName] = useState("");
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  const { problem, isLoading } = loader.state.value;
  const open = (event: Event): void => {
    event.preventDefault();
    if (NAME.test(name)) lookAt(name);
    else setWrong(true);
  };
  const drop = async (one: Session): Promise<void> => {
    if (
      !(await confirm(
        `Drop session ${one.name}?`,
        "Its records and snapshots are lost; the server's own stay.",
        "Drop",
      ))
    )
      return;
    const isGone = await attempt(
      () => plane(`sessions/${encodeURIComponent(one.name)}`, { method: "DELETE" }),
      `${one.name} is dropped`,
    );
    if (!isGone) return;
    if (session.value === one.name) lookAt("");
    await load();
  };
  return (
    <Page
      title="Sessions"
      about={
        <>
          Requests with the header <code>Mock-Session: name</code> have their own copy of the data, so parallel tests
          never see each other's records.
        </>
      }
    >
      <form class="inline-form" onSubmit={open} noValidate>
        <div class={isWrong ? "field is-wrong" : "field"}>
          <label for={id}>Open a session, or start a new one</label>
          <input
            id={id}
            class="input"
            value={name}
            placeholder="worker-1"
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
          Look at it
        </button>
      </form>
      {problem && <Problem text={problem} retry={load} />}
      <ul class="cards">
        <li class={session.value === "" ? "card is-chosen" : "card"}>
          <div>
            <strong>The server's own data</strong>
            <p>Used by requests without the header</p>
          </div>
          <Chooser name="" label="the server's own data" />
        </li>
        {sessions.value.map((one) => (
          <li key={one.name} class={session.value === one.name ? "card is-chosen" : "card"}>
            <div>
              <strong>{one.name}</strong>
              <p>
                started {new Date(one.createdAt).toLocaleTimeString()}, last used{" "}
                {new Date(one.lastUsedAt).toLocaleTimeString()}
              </p>
            </div>
            <Chooser name={one.name} label={one.name} />
            <button type="button" class="icon-button" aria-label={`Drop session ${one.name}`} onClick={() => drop(one)}>
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ul>
      {sessions.value.length === 0 && !isLoading && (
        <p class="nothing-yet">No session is open. The first request that names a session starts it.</p>
      )}
    </Page>
  );
}

function Chooser({ name, label }: { readonly name: string; readonly label: string }) {
  if (session.value === name) return <span class="tag tag-strong">shown</span>;
  return (
    <button type="button" class="button" aria-label={`Look at ${label}`} onClick={() => lookAt(name)}>
      Look at it
    </button>
  );
}
