import type { SentFile } from "../request/sent-file.js";
import type { Contents, KeptContent } from "./contents.js";

/** The content of a file, put among the others unless it went there while it came in. */
export async function keepContent(contents: Contents, { bytes, content }: SentFile): Promise<KeptContent> {
  if (content) return content;
  const writer = await contents.create();
  await writer.write(bytes ?? new Uint8Array());
  return writer.finish();
}
