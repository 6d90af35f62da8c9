import type { Encoding, MediaType } from "@onespec/spec-core";

/** How a field is written; nothing for names such as `constructor`, which every object has. */
export function encodingOf({ encoding }: MediaType, name: string): Encoding | undefined {
  return Object.hasOwn(encoding, name) ? encoding[name] : undefined;
}
