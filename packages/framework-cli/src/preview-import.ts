/** The effects that `spec:import` of a description would have on an application. */
export interface ImportPreview {
  /** True if the application has imported a description before. */
  readonly isImported: boolean;
  /** Changes of tables that a migration makes: `adds column isbn to books`. */
  readonly steps: readonly string[];
  /** Data that the migration loses: `column books.isbn`. */
  readonly losses: readonly string[];
  /** Decisions that the import asks for before it writes a migration. */
  readonly questions: readonly string[];
  /** Edited files that the description changes in the same lines. */
  readonly conflicts: readonly string[];
  /** Why no migration can lead to the description. */
  readonly refusal?: string;
}

export interface ImportPreviewOptions {
  /** Follow `$ref`s to other hosts and to files outside the folder of the description. */
  readonly allowRefs?: boolean;
}

/**
 * Plans `spec:import` and writes nothing.
 * @param folder the application's folder, or one below it
 * @param source path or URL of the description
 * @throws DescriptionError, FrameworkError, MigrationError
 */
export async function previewImport(
  folder: string,
  source: string,
  { allowRefs = false }: ImportPreviewOptions = {},
): Promise<ImportPreview> {
  // Applications import the package at start, so the code for imports is loaded only when it is needed.
  const { findAppFolder } = await import("./files/app-files.js");
  const { planImport } = await import("./spec/import/plan-import.js");
  const { readImportSource } = await import("./spec/import/import-source.js");
  const { readContract } = await import("./spec/check/last-import.js");
  const { operationText } = await import("./spec/diff/diff-contracts.js");
  const { MigrationError } = await import("./errors/migration-error.js");
  const appFolder = findAppFolder(folder);
  const nothing = { steps: [], losses: [], questions: [], conflicts: [] };
  const read = await readImportSource(source, allowRefs);
  try {
    const plan = await planImport({ appFolder, source: read, allowDestructive: true });
    const { operations, losses, questions } = plan.migration;
    return {
      isImported: plan.before !== undefined,
      steps: operations.map(operationText),
      losses,
      questions: questions.map(({ text }) => text),
      conflicts: plan.files.conflicts,
    };
  } catch (error) {
    if (!(error instanceof MigrationError) || error.code !== "PRIMARY_KEY_CHANGE") throw error;
    const isImported = (await readContract(appFolder)) !== undefined;
    return { ...nothing, isImported, refusal: error.message };
  }
}
