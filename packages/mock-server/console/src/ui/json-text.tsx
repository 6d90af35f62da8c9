import type { ComponentChildren } from "preact";

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Longer texts are shown without colours. In UTF-16 units. */
const MOST = 200_000;

/** Shows JSON with colours, and other text unchanged. */
export function JsonText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="code" tabIndex={0} aria-label={label}>
      <pre>{text.length > MOST ? text : coloured(prettyJson(text))}</pre>
    </section>
  );
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function coloured(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let last = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > last) parts.push(text.slice(last, match.index));
    last = match.index + match[0].length;
    const [whole, string, colon] = match;
    if (string && colon) parts.push(<span class="json-name">{string}</span>, colon);
    else
      parts.push(
        <span class={string ? "json-text" : /^[tfn]/.test(whole) ? "json-word" : "json-number"}>{whole}</span>,
      );
  }
  parts.push(text.slice(last));
  return parts;
}
