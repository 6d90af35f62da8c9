import { type ApiDescription, bundleDescription, loadDescription, readDescription } from "@onespec/spec-core";

/** A description that is to be imported: parsed once, however often it is needed. */
export interface ImportSource {
  /** Path or URL. */
  readonly name: string;
  readonly api: ApiDescription;
  /** The whole of it as one value. @throws DescriptionError */
  document(): Promise<object>;
}

/** @throws DescriptionError what reading throws */
export async function readImportSource(name: string, allowRefs: boolean): Promise<ImportSource> {
  const read = await readDescription(name);
  const api = await loadDescription(read, { allowRefs });
  return { name, api, document: () => bundleDescription(read, { allowRefs }) };
}
