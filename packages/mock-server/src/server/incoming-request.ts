import { IncomingMessage } from "node:http";

/** Takes a body's pieces as they come, and `null` at its end. */
export type BodySink = (chunk: Buffer | null) => void;

/**
 * A request whose body can go straight to who wants it. As a stream it would be put into a queue, taken out again and announced by
 * events in later turns, which for the small bodies of an API takes longer than to read them.
 */
export class IncomingRequest extends IncomingMessage {
  #sink: BodySink | undefined;

  /** To be called before the first piece can have come, which is in the turn in which the request came; then nobody reads the stream. */
  sendBodyTo(sink: BodySink): void {
    this.#sink = sink;
  }

  /** What else comes is dropped. */
  dropRest(): void {
    this.#sink = undefined;
    this.resume();
  }

  /** Node's parser hands over what it reads with this, `null` last. */
  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    const sink = this.#sink;
    if (sink === undefined) return super.push(chunk, encoding);
    if (chunk !== null) {
      sink(chunk);
      return true;
    }
    // The stream has ended as well: that is how Node knows that the request is over.
    const more = super.push(null);
    sink(null);
    return more;
  }
}
