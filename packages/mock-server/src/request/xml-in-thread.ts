import { ClientGone, type LargeBodies, parseLargeJson } from "@onespec/http-requests";
import { textOfThread } from "../threads/text-of-thread.js";
import type { XmlNodes } from "./xml-nodes.js";

/**
 * Reads XML in a thread of its own: its parser takes up to a millisecond for a thousand characters, in one piece.
 * `undefined` where no thread can be had.
 * @throws JsonRefusal when there are too many elements; ClientGone
 */
export async function xmlInThread(
  text: string,
  large: LargeBodies,
  gone: AbortSignal | undefined,
): Promise<XmlNodes | undefined> {
  const file = new URL("./xml-thread.js", import.meta.url);
  const json = await large.turn(() => textOfThread(file, text, gone), gone);
  // A thread that was ended says nothing, and nobody is to read the text here.
  if (gone?.aborted) throw new ClientGone();
  return json === undefined ? undefined : ((await large.run(parseLargeJson(json, large), gone)) as XmlNodes);
}
