import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Operations } from "./operations/operations.js";
import { Requests } from "./requests/requests.js";
import { Resources } from "./resources/resources.js";
import { Sidebar, VIEWS } from "./sidebar.js";
import { api } from "./state/api-info.js";
import { connect, isDown } from "./state/live.js";
import { route } from "./state/route.js";
import { session } from "./state/session.js";
import { useShortcut } from "./state/shortcuts.js";
import { isDark } from "./state/theme.js";
import { ConfirmDialog } from "./ui/confirm.js";
import { Icon } from "./ui/icon.js";
import { Toasts } from "./ui/toasts.js";
import { Documentation } from "./views/documentation.js";
import { Overrides } from "./views/overrides.js";
import { Sessions } from "./views/sessions.js";
import { Shortcuts } from "./views/shortcuts.js";
import { Snapshots } from "./views/snapshots.js";
import { Violations } from "./violations/violations.js";

const CONTENT = {
  resources: Resources,
  requests: Requests,
  operations: Operations,
  overrides: Overrides,
  snapshots: Snapshots,
  sessions: Sessions,
  docs: Documentation,
  violations: Violations,
} as const;

const isMenuOpen = signal(false);
const isHelpOpen = signal(false);

export function App() {
  useEffect(connect, []);
  useShortcut("?", () => {
    isHelpOpen.value = true;
  });
  const { view } = route.value;
  const name = (view in CONTENT ? view : "resources") as keyof typeof CONTENT;
  const View = CONTENT[name];
  useEffect(() => {
    isMenuOpen.value = false;
  }, [route.value]);
  return (
    <div class="shell" data-dark={isDark()}>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to content
      </button>
      <header class="top">
        <button
          type="button"
          class="icon-button"
          aria-label="Menu"
          aria-expanded={isMenuOpen.value}
          aria-controls="sidebar"
          onClick={() => {
            isMenuOpen.value = !isMenuOpen.value;
          }}
        >
          <Icon name={isMenuOpen.value ? "close" : "menu"} />
        </button>
        <strong>{VIEWS.find((one) => one.name === name)?.title}</strong>
        <span class="top-title">{api.value.title}</span>
      </header>
      <Sidebar
        view={name}
        isOpen={isMenuOpen.value}
        onHelp={() => {
          isHelpOpen.value = true;
        }}
      />
      <main id="main" tabIndex={-1} class={`main main-${name}`}>
        {isDown.value && (
          <p class="down" role="alert">
            The mock server does not answer at {location.host}. Start it again; this page reconnects by itself.
          </p>
        )}
        <View key={session.value} />
      </main>
      <Toasts />
      <ConfirmDialog />
      {isHelpOpen.value && (
        <Shortcuts
          onClose={() => {
            isHelpOpen.value = false;
          }}
        />
      )}
    </div>
  );
}
