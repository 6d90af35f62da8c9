import type { JsonRecord } from "./model.js";
import { changedNames } from "./record-changes.js";

export interface ConflictProps {
  readonly base: JsonRecord;
  readonly theirs: JsonRecord;
  readonly mine: JsonRecord;
  readonly onOverwrite: () => void;
  readonly onKeepEditing: () => void;
  readonly onTheirs: () => void;
}

/** Shows both versions of a record that another client has changed while it was edited here. */
export function Conflict({ base, theirs, mine, onOverwrite, onKeepEditing, onTheirs }: ConflictProps) {
  const [changedThere, changedHere] = [changedNames(base, theirs), changedNames(base, mine)];
  const names = [...new Set([...changedHere, ...changedThere])];
  return (
    <section class="conflict" role="alert" aria-labelledby="conflict-title">
      <h3 id="conflict-title">The record changed on the server while you edited it</h3>
      <p>Nothing was saved yet. Compare both versions, then choose one.</p>
      <div class="conflict-frame">
        <table class="conflict-table">
          <thead>
            <tr>
              <th scope="col">Property</th>
              <th scope="col">On the server</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class={changedThere.includes(name) ? "is-changed" : undefined}>{shortText(theirs[name])}</td>
                <td class={changedHere.includes(name) ? "is-changed" : undefined}>{shortText(mine[name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="row">
        <button type="button" class="button button-main" onClick={onOverwrite}>
          Save my changes
        </button>
        <button type="button" class="button" onClick={onKeepEditing}>
          Keep editing
        </button>
        <button type="button" class="button" onClick={onTheirs}>
          Use the server's version
        </button>
      </div>
      <p class="hint">“Save my changes” writes only the properties that you changed.</p>
    </section>
  );
}

const LONGEST = 200;

function shortText(value: unknown): string {
  if (value === undefined) return "–";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
