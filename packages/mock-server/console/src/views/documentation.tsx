import { useEffect, useRef, useState } from "preact/hooks";
import { documentationPlace } from "../operations/documentation-place.js";
import { focusedOperation, loadOperations, operationLoader } from "../operations/operation-list.js";
import { openings } from "../state/live.js";
import { useLoad } from "../state/loader.js";
import { go, route, routeTo } from "../state/route.js";
import { isDark } from "../state/theme.js";
import { Icon } from "../ui/icon.js";
import { Method } from "../ui/parts.js";

/** The last position of the reader, where the page opens again. */
let lastPlace = "";
/** Distance from the top at which a section counts as being read, in pixels. */
const READ_FROM = 220;
const SETTLE_MS = 150;

/** Shows the description as a page. The page is loaded only here, in a separate frame. */
export function Documentation() {
  const theme = isDark() ? "dark" : "light";
  const frame = useRef<HTMLIFrameElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLoad(loadOperations, [openings.value]);
  const operations = operationLoader.state.value.value ?? [];
  const placeOf = (one: (typeof operations)[number]): string => documentationPlace({ ...one, tags: one.tags ?? [] });
  const [start] = useState(() => route.peek().at || lastPlace);
  const { at } = route.value;
  // If the frame could not be loaded, it is loaded again when the server is back.
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const isLoaded = frame.current?.contentDocument?.getElementById("docs");
    if (!isLoaded && openings.value > 1) setAttempt(openings.value);
  }, [openings.value]);
  const here = operations.find((one) => placeOf(one) === at);

  const look = (): void => {
    const inside = frame.current?.contentDocument;
    if (!inside || route.peek().view !== "docs") return;
    const seen = operations.flatMap((one) => {
      const top = inside.getElementById(`api-1/${placeOf(one)}`)?.getBoundingClientRect().top;
      return top !== undefined && top < READ_FROM ? [{ top, place: placeOf(one) }] : [];
    });
    const nearest = seen.sort((one, other) => other.top - one.top)[0]?.place ?? "";
    lastPlace = nearest;
    if (nearest !== route.peek().at) go(routeTo("docs", nearest), { replace: true });
  };
  const settle = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => lookLater.current(), SETTLE_MS);
  };
  const lookLater = useRef(look);
  lookLater.current = look;
  return (
    <div class="docs">
      <h1 class="hidden">Documentation</h1>
      {here && (
        <p class="docs-bar">
          <Method name={here.method} />
          <code class="clip">{here.path}</code>
          <a
            class="button"
            href={routeTo("operations", here.id)}
            onClick={() => {
              focusedOperation.value = here.id;
            }}
          >
            <Icon name="send" />
            <span>Try it</span>
          </a>
        </p>
      )}
      <iframe
        key={`${theme} ${attempt}`}
        ref={frame}
        class="docs-frame"
        title="Documentation of the API"
        src={`docs.html?theme=${theme}${start === "" ? "" : `#${start}`}`}
        onLoad={() =>
          frame.current?.contentWindow?.addEventListener("scroll", settle, { capture: true, passive: true })
        }
      />
    </div>
  );
}
