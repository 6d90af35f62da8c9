export interface Example {
  /** The nearest heading before it. */
  readonly heading: string;
  readonly code: string;
}

/** The JavaScript of a page. */
export function examplesOf(markdown: string): Example[] {
  const found: Example[] = [];
  let heading = "";
  for (const [, title, code] of markdown.matchAll(/^##+ (.*)$|^```js\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    else found.push({ heading, code: code ?? "" });
  }
  return found;
}

const AsyncFunction = (async () => {}).constructor as new (
  ...source: string[]
) => (client: unknown) => Promise<unknown>;

/** Runs the code of an example, in which the client is called `client`. */
export async function runExample(code: string, client: unknown): Promise<void> {
  await new AsyncFunction("client", code)(client);
}
