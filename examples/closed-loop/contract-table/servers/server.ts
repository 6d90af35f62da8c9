/** A request as it goes out. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

export interface ReceivedAnswer {
  readonly status: number;
  /** Lower-case names; values of one name joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Something that answers a description, over HTTP or in process. */
export interface Server {
  send(request: SentRequest): Promise<ReceivedAnswer>;
  close(): Promise<unknown>;
}
