import { IncomingMessage } from "node:http";

/** Takes a body's pieces as they come, and `null` at its end. */
type BodySink = (chunk: Buffer | null) => void;

/**
 * A request whose body can go straight to who wants it, or that has none to be read. As a stream it would be put into a queue, taken
 * out again, announced, ended and closed by events in later turns, which takes longer than to read the small bodies of an API.
 */
export class IncomingRequest extends IncomingMessage {
  #sink: BodySink | undefined;
  #isUnread = false;
  /** It is all there, and nobody will read the stream. */
  #isOver = false;

  /** To be called before the first piece can have come, which is in the turn in which the request came; then nobody reads the stream. */
  sendBodyTo(sink: BodySink): void {
    this.#sink = sink;
  }

  /** Nobody reads the stream. Called in the turn in which the request came. */
  ignoreBody(): void {
    this.#isUnread = true;
  }

  /** What else comes is dropped. */
  dropRest(): void {
    this.#sink = undefined;
    this.resume();
  }

  /** Node's parser hands over what it reads with this, `null` last. */
  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    const sink = this.#sink;
    if (sink === undefined) {
      const isEmpty = chunk === null && this.#isUnread && this.readableFlowing === null && this.readableLength === 0;
      if (!isEmpty) return super.push(chunk, encoding);
      this.#isOver = true;
      return true;
    }
    if (chunk === null) {
      this.#sink = undefined;
      this.#isOver = true;
    }
    sink(chunk);
    return true;
  }

  /** Node has the stream run out when the request is answered; where it is over there is nothing in it. */
  override resume(): this {
    return this.#isOver ? this : super.resume();
  }
}
