/** One request, and what every server must answer to it. */
export interface Row {
  readonly name: string;
  /** Default `GET`. */
  readonly method?: string;
  /** With its query. `<book.id>` and `<book.etag>` stand for what the answer of the row that keeps `book` said. */
  readonly path: string;
  /** The same words may stand in values. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Texts and bytes are sent as they are, everything else as JSON, with `application/json` where `headers` name no type. */
  readonly body?: unknown;
  /** Sent so many times at once; the answers are compared without their order. */
  readonly times?: number;
  /** One status, or with `times` all of them in ascending order. */
  readonly status: number | readonly number[];
  /** The whole body: text as it is, everything else as JSON. Ids, times and tags as the mask writes them. */
  readonly answer?: unknown;
  /** Texts that the body has somewhere. */
  readonly says?: readonly string[];
  /** Headers of the answer; `""`: it has none of that name. */
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** Keeps the id and the entity tag of the answer under this name, for the rows below. */
  readonly keep?: string;
}

/** Rows that are played one after the other against one server that starts empty. */
export interface Group {
  readonly name: string;
  /** An OpenAPI description, made for these rows. */
  readonly description: object;
  /** Largest JSON body, in bytes. Default: that of the server. */
  readonly bodyLimit?: number;
  readonly rows: readonly Row[];
}
