import { type LargeBodies, parseLargeJson } from "@onespec/http-requests";
import { textOfThread } from "../threads/text-of-thread.js";
import type { XmlNodes } from "./xml-nodes.js";

/**
 * Reads XML in a thread of its own: its parser takes up to a millisecond for a thousand characters, in one piece.
 * `undefined` where no thread can be had.
 * @throws JsonRefusal when there are too many elements
 */
export async function xmlInThread(text: string, large: LargeBodies): Promise<XmlNodes | undefined> {
  const json = await large.turn(() => textOfThread(new URL("./xml-thread.js", import.meta.url), text));
  return json === undefined ? undefined : ((await large.run(parseLargeJson(json, large))) as XmlNodes);
}
