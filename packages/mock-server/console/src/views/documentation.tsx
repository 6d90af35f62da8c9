import { isDark } from "../state/theme.js";

/** The description as a page to read. It is loaded only here, into a frame of its own. */
export function Documentation() {
  const theme = isDark() ? "dark" : "light";
  return (
    <>
      <h1 class="hidden">Documentation</h1>
      <iframe key={theme} class="docs-frame" title="Documentation of the API" src={`docs.html?theme=${theme}`} />
    </>
  );
}
