import {
  type ApiDescription,
  bundleDescription,
  DescriptionError,
  loadDescription,
  readDescription,
} from "@onespec/spec-core";

/** A description that is to be imported: parsed once, however often it is needed. */
export interface ImportSource {
  /** Path or URL. */
  readonly name: string;
  readonly api: ApiDescription;
  /** The whole of it as one value. @throws DescriptionError */
  document(): Promise<object>;
}

/** A file each, and two for each collection: more than starting and editors can do with, or an import in five seconds. */
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
