/** What a command means to do to the application's files. Plans are pure; `applyChanges` alone writes. */
export type FileChange =
  | {
      readonly kind: "create" | "update";
      /** Relative to the application's folder, with `/`. Never leads out of it. */
      readonly path: string;
      readonly content: string;
    }
  | { readonly kind: "delete"; readonly path: string };
