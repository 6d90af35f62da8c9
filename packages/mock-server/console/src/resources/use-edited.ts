import { useMemo, useState } from "preact/hooks";
import { changes } from "../state/live.js";
import { Loader, useLoad } from "../state/loader.js";
import type { Tagged } from "../state/plane.js";
import { type Draft, draftOf, keepDraft } from "./drafts.js";
import type { JsonRecord } from "./model.js";
import { isSame, rebased } from "./record-changes.js";

/** A record with its version on the server and its edited version. */
export interface Edited {
  /** Absent while it is loaded. */
  readonly draft: Draft | undefined;
  readonly isDirty: boolean;
  readonly problem: string | undefined;
  /** Increases when the value changes without an edit in the form's fields. */
  readonly turn: number;
  /** The server's version, set when a save found that it has changed. */
  readonly theirs: Tagged<JsonRecord> | undefined;
  change(value: JsonRecord): void;
  changeScope(scope: readonly string[]): void;
  /** Starts again with this value and without changes. */
  start(value: JsonRecord, tag?: string, scope?: readonly string[]): void;
  /** Loads the server's version to compare with. */
  compare(): Promise<void>;
  /** Applies the local changes to the server's version. */
  rebase(): Draft | undefined;
  discard(): void;
  load(): Promise<void>;
}

/**
 * Manages the draft of a record. A draft without changes follows the server. A changed draft stays unchanged.
 * @param place the key of the draft
 * @param read reads the record from the server
 */
export function useEdited(
  place: readonly string[],
  isNew: boolean,
  read: () => Promise<Tagged<JsonRecord>>,
  startScope: readonly string[] | undefined,
): Edited {
  const loader = useMemo(() => new Loader<Tagged<JsonRecord>>(), []);
  const [clean, setClean] = useState<Draft | undefined>(undefined);
  const [theirs, setTheirs] = useState<Tagged<JsonRecord> | undefined>(undefined);
  const [turn, setTurn] = useState(0);
  const kept = draftOf(place);
  const draft = kept ?? clean;
  const start = (value: JsonRecord, tag = "", scope = startScope): void => {
    keepDraft(place, undefined);
    setTheirs(undefined);
    setClean({ base: value, tag, value, ...(scope ? { scope } : {}) });
    setTurn((before) => before + 1);
  };
  const load = async (): Promise<void> => {
    await loader.load(read);
    const { value, problem } = loader.state.peek();
    if (problem !== undefined || !value || draftOf(place)) return;
    setClean((before) => {
      if (before && before.tag === value.tag && before.tag !== "") return before;
      setTurn((count) => count + 1);
      return { base: value.value, tag: value.tag, value: value.value, ...(startScope ? { scope: startScope } : {}) };
    });
  };
  useLoad(load, isNew ? [] : [JSON.stringify(place), changes.value]);
  const update = (next: Draft): void => {
    const isChanged = !isSame(next.base, next.value);
    setClean(next);
    keepDraft(place, isChanged ? next : undefined);
  };
  return {
    draft,
    isDirty: draft !== undefined && !isSame(draft.base, draft.value),
    problem: draft ? undefined : loader.state.value.problem,
    turn,
    theirs,
    change: (value) => draft && update({ ...draft, value }),
    changeScope: (scope) => draft && update({ ...draft, scope }),
    start,
    async compare() {
      setTheirs(await read());
    },
    rebase() {
      if (!draft || !theirs) return draft;
      const next = {
        ...draft,
        base: theirs.value,
        tag: theirs.tag,
        value: rebased(draft.base, draft.value, theirs.value),
      };
      update(next);
      setTheirs(undefined);
      setTurn((before) => before + 1);
      return next;
    },
    discard() {
      keepDraft(place, undefined);
      if (theirs) start(theirs.value, theirs.tag);
      else if (draft) start(draft.base, draft.tag);
    },
    load,
  };
}
