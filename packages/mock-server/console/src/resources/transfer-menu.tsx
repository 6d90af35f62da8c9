import { useRef, useState } from "preact/hooks";
import { problemText } from "../state/plane.js";
import { tell } from "../state/toasts.js";
import { Dialog } from "../ui/dialog.js";
import { countText } from "../ui/parts.js";
import type { Resource } from "./model.js";
import { exportText, type Format, type Imported, importRecords, readRecords } from "./transfer.js";

export interface TransferMenuProps {
  readonly resource: Resource;
  /** Selects the records to export. */
  readonly query: URLSearchParams;
  /** Parents of imported records that name none. */
  readonly scope: readonly string[];
  readonly onImported: () => void;
}

/** Exports records to a file, and imports them from one. */
export function TransferMenu({ resource, query, scope, onImported }: TransferMenuProps) {
  const [file, setFile] = useState<File | undefined>(undefined);
  const menu = useRef<HTMLDetailsElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const save = async (format: Format): Promise<void> => {
    menu.current?.removeAttribute("open");
    try {
      download(`${resource.name}.${format}`, await exportText(resource, query, format), format);
    } catch (error) {
      tell(problemText(error), true);
    }
  };
  return (
    <>
      <details
        ref={menu}
        class="menu"
        onKeyDown={(event) => {
          if (event.key === "Escape") menu.current?.removeAttribute("open");
        }}
      >
        <summary class="button">Import, export</summary>
        <div class="menu-items">
          <button type="button" onClick={() => save("json")}>
            Export as JSON
          </button>
          <button type="button" onClick={() => save("csv")}>
            Export as CSV
          </button>
          <button
            type="button"
            onClick={() => {
              menu.current?.removeAttribute("open");
              input.current?.click();
            }}
          >
            Import JSON or CSV …
          </button>
        </div>
      </details>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,.csv,application/json,text/csv"
        aria-label="File to import"
        onChange={({ currentTarget }) => {
          setFile(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
      {file && (
        <ImportDialog
          resource={resource}
          file={file}
          scope={scope}
          onImported={onImported}
          onClose={() => setFile(undefined)}
        />
      )}
    </>
  );
}

function ImportDialog(props: {
  readonly resource: Resource;
  readonly file: File;
  readonly scope: readonly string[];
  readonly onImported: () => void;
  readonly onClose: () => void;
}) {
  const { resource, file, scope, onImported, onClose } = props;
  const [replace, setReplace] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [result, setResult] = useState<Imported | undefined>(undefined);
  const run = async (): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      const format = /\.csv$/i.test(file.name) || file.type === "text/csv" ? "csv" : "json";
      const rows = await readRecords(resource, await file.text(), format, scope);
      const found = await importRecords(resource, rows, replace);
      setResult(found);
      onImported();
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
  };
  return (
    <Dialog
      title={`Import ${file.name}`}
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            {result ? "Close" : "Cancel"}
          </button>
          {!result && (
            <button type="button" class="button button-main" disabled={isBusy} onClick={run}>
              Import
            </button>
          )}
        </>
      }
    >
      {result ? (
        <div role="status">
          <p>
            {countText(result.created)} created, {countText(result.replaced)} replaced, {countText(result.failed)}{" "}
            rejected
          </p>
          <ul class="failures">
            {result.failures.slice(0, 50).map(({ index, details }) => (
              <li key={index}>
                <strong>Record {index + 1}</strong>{" "}
                {details.map(({ path = "", message }) => `${path} ${message}`.trim()).join("; ")}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <>
          <p>The records are added to {resource.path}. A record that does not match the description is rejected.</p>
          <label class="check">
            <input
              type="checkbox"
              checked={replace}
              onChange={({ currentTarget }) => setReplace(currentTarget.checked)}
            />
            Replace records that have the same id
          </label>
        </>
      )}
      {problem && (
        <div class="problem" role="alert">
          <p>{problem}</p>
        </div>
      )}
    </Dialog>
  );
}

function download(name: string, text: string, format: Format): void {
  const type = format === "csv" ? "text/csv" : "application/json";
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
