import { useMemo } from "preact/hooks";
import { changes, tellChange } from "../state/live.js";
import { Loader, useLoad } from "../state/loader.js";
import { plane, tagged } from "../state/plane.js";
import { go, route, routeTo } from "../state/route.js";
import { Icon } from "../ui/icon.js";
import { JsonText } from "../ui/json-text.js";
import { Problem } from "../ui/parts.js";
import type { JsonRecord, Property } from "./model.js";
import { Editor } from "./record-editor.js";

interface Singleton {
  readonly path: string;
  readonly value: JsonRecord;
  readonly properties: readonly Property[];
}

/** The document at one path, such as `/settings`. */
export function SingletonView({ path }: { readonly path: string }) {
  const loader = useMemo(() => new Loader<Singleton>(), []);
  const address = `singleton?path=${encodeURIComponent(path)}`;
  const load = () => loader.load(() => plane<Singleton>(address));
  useLoad(load, [path, changes.value]);
  const { value: found, problem } = loader.state.value;
  const isEdited = route.value.query.has("edit");
  return (
    <section class="records" aria-labelledby="records-title">
      <header class="pane-head">
        <a class="icon-button back" href={routeTo("resources")} aria-label="All resources">
          <Icon name="left" />
        </a>
        <div class="pane-title">
          <h2 id="records-title" class="clip">
            {path}
          </h2>
          <span class="count">one document</span>
        </div>
        <a class="button button-main" href={routeTo("resources", path, { edit: "1" })}>
          Edit
        </a>
      </header>
      {problem && <Problem text={problem} retry={load} />}
      {found && (
        <div class="singleton">
          <JsonText text={JSON.stringify(found.value)} label={`Document at ${path}`} />
        </div>
      )}
      {found && isEdited && (
        <Editor
          subject={{
            title: path,
            name: path,
            place: [path, ""],
            isNew: false,
            properties: found.properties,
            path: address,
            canDelete: false,
            async read() {
              const { value, tag } = await tagged<Singleton>(address);
              return { value: value.value, tag };
            },
          }}
          onClose={() => go(routeTo("resources", path), { replace: true })}
          onChange={tellChange}
        />
      )}
    </section>
  );
}
