import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "../response/answer.js";
import { sendAnswer } from "./send-answer.js";

/** How long a client may go on sending what nobody reads, in milliseconds. */
const LINGER_MS = 2000;

/**
 * Answers a client that is still sending, and lets it send on for a while: a connection that is closed upon unread bytes takes back
 * the answer as well. @see RFC 9112, section 9.6
 */
export function sendAndLinger(incoming: IncomingMessage, outgoing: ServerResponse, answer: Answer): void {
  if (incoming.complete || typeof answer.body !== "string") {
    sendAnswer(outgoing, answer);
    return;
  }
  const end = outgoing.end.bind(outgoing);
  const finish = (): void => {
    clearTimeout(timer);
    incoming.off("end", finish).off("close", finish);
    end();
  };
  const timer = setTimeout(finish, LINGER_MS);
  incoming.on("end", finish).on("close", finish).resume();
  // The whole answer goes now; only its end waits.
  outgoing.end = ((body?: string) => {
    if (body !== undefined) outgoing.write(body);
    return outgoing;
  }) as typeof outgoing.end;
  sendAnswer(outgoing, answer);
  outgoing.flushHeaders();
}
