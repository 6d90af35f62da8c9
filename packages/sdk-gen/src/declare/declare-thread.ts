import module from "node:module";

/** Newer than the types of the least Node that is supported. */
interface CompileCache {
  readonly enableCompileCache?: () => unknown;
}

// As the command does: what is loaded from here on is compiled once, where Node can keep it (22.1 and later).
(module as CompileCache).enableCompileCache?.();
const { declareInThread } = await import("./declare-in-thread.js");
await declareInThread();
