/** What goes back to the client. Answers may be shared between requests, so nobody changes one. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}
