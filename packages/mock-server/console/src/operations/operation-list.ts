import { signal } from "@preact/signals";
import { Loader } from "../state/loader.js";
import { plane } from "../state/plane.js";
import type { ExplainedOperation } from "./model.js";

/** The operations of the description, for every view that lists them. */
export const operationLoader: Loader<readonly ExplainedOperation[]> = new Loader();

export async function loadOperations(): Promise<void> {
  await operationLoader.load(
    async () => (await plane<{ operations: readonly ExplainedOperation[] }>("explain")).operations,
  );
}

/** The operation whose request form gets the focus when it is shown. */
export const focusedOperation = signal("");
