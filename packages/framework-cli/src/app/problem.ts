/** Why a request is refused, before it is put into words for the client: `{ error, details }`, or a documented error schema. */
export interface Problem {
  readonly status: number;
  /** Stable, kebab-case: tells two problems of one status apart. */
  readonly code: string;
  /** One sentence for people. */
  readonly message: string;
  readonly details: readonly unknown[];
  readonly headers?: Readonly<Record<string, string>>;
}
