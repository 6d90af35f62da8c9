import {
  type ApiDescription,
  bundleDescription,
  DescriptionError,
  loadDescription,
  readDescription,
} from "@onespec/spec-core";

/** A description to import. It is parsed once. */
export interface ImportSource {
  /** Path or URL. */
  readonly name: string;
  readonly api: ApiDescription;
  /** The whole description as one value. @throws DescriptionError */
  document(): Promise<object>;
}

/**
 * Each operation becomes a file, and each collection two. With more, an import takes over five seconds, and starts and
 * editors become slow.
 */
const MOST_OPERATIONS = 10_000;

/** @throws DescriptionError `DESCRIPTION_TOO_LARGE` for more operations than an application can have, and what reading throws */
export async function readImportSource(name: string, allowRefs: boolean): Promise<ImportSource> {
  const read = await readDescription(name);
  const api = await loadDescription(read, { allowRefs });
  const count = api.operations.length;
  if (count > MOST_OPERATIONS) {
    throw new DescriptionError(
      "DESCRIPTION_TOO_LARGE",
      `The description has ${count} operations, more than the ${MOST_OPERATIONS} of one application.`,
      { file: name, pointer: "/paths" },
      { hint: "Split it into several descriptions, one application each." },
    );
  }
  return { name, api, document: () => bundleDescription(read, { allowRefs }) };
}
