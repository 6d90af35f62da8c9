import { existsSync } from "node:fs";
import { join } from "node:path";
import { inSlices } from "@onespec/http-requests";
import type { MockOptions } from "../config/mock-options.js";
import type { ReceiveBody } from "../server/needs-receiving.js";
import { FILES_FOLDER } from "../store/json/linked-folder.js";
import type { StoredRecord } from "../store/record-store.js";
import type { Contents } from "./contents.js";
import { toReference } from "./file-reference.js";

/** The files of one server, of all its states. Nothing of it is loaded before there is one. */
export interface FileService {
  readonly receive: ReceiveBody;
  contents(): Promise<Contents>;
  /** Something may not be referred to any more: lets it go soon. */
  sweepSoon(): void;
  /** Looks at the folder of contents, where there is one: a server that was killed may have left some that nothing refers to. */
  sweepLeftovers(): void;
  /** @param lasting what outlives the server */
  close(lasting: () => Promise<readonly StoredRecord[]>): Promise<void>;
}

export interface FileOptions extends Pick<MockOptions, "memory" | "dataDir" | "durability" | "bodyLimit"> {
  /** Where the store itself keeps contents. */
  readonly kept?: Contents | undefined;
}

/** @param references everything that refers to a file, in any state that can come back */
export function createFileService(
  { memory, dataDir, durability, bodyLimit, kept }: FileOptions,
  references: () => Promise<readonly StoredRecord[]>,
): FileService {
  let opened: Promise<Contents> | undefined;
  let receiver: Promise<typeof import("../request/receive-body.js")> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> | undefined;

  const contents = (): Promise<Contents> => {
    opened ??= kept && Promise.resolve(kept);
    opened ??= memory
      ? import("./memory-contents.js").then(({ createMemoryContents }) => createMemoryContents())
      : import("./disk-contents.js").then(({ openDiskContents }) =>
          openDiskContents(join(dataDir, FILES_FOLDER), durability === "disk"),
        );
    return opened;
  };
  const sweep = async (read: () => Promise<readonly StoredRecord[]>): Promise<void> => {
    // All are read at once, as one may move from one state to another; what they tell is looked at in slices.
    const used = async (): Promise<ReadonlySet<string>> => inSlices(digestsOf(await read()));
    await (await contents()).keepOnly(used);
  };

  const sweepSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      // What cannot be deleted now is tried again the next time.
      sweeping = sweep(references).catch(() => undefined);
    }, SWEEP_AFTER_MS);
    timer.unref();
  };

  return {
    contents,
    sweepSoon,
    sweepLeftovers() {
      if (!memory && kept === undefined && existsSync(join(dataDir, FILES_FOLDER))) sweepSoon();
    },
    async receive(source, headers) {
      receiver ??= import("../request/receive-body.js");
      return (await receiver).receiveBody(source, headers, { bodyLimit, contents, onRelease: sweepSoon });
    },
    async close(lasting) {
      clearTimeout(timer);
      await sweeping;
      if (opened) await sweep(lasting).catch(() => undefined);
    },
  };
}

/** Sessions and snapshots share most of their records. */
function* digestsOf(records: readonly StoredRecord[]): Generator<void, ReadonlySet<string>> {
  const seen = new Set<StoredRecord>();
  const digests = new Set<string>();
  for (const [index, record] of records.entries()) {
    if (index % STEP === 0) yield;
    if (seen.has(record)) continue;
    seen.add(record);
    digests.add(toReference(record).digest);
  }
  return digests;
}

/** Records that are looked at in one step. */
const STEP = 200;
/** So that many deletions cost one look at what is left, in milliseconds. */
const SWEEP_AFTER_MS = 100;
