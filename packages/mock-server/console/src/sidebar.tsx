import { api } from "./state/api-info.js";
import { isLive } from "./state/live.js";
import { overrides } from "./state/overrides.js";
import { go, routeTo } from "./state/route.js";
import { lookAt, session } from "./state/session.js";
import { sessions } from "./state/session-list.js";
import { useShortcut } from "./state/shortcuts.js";
import { nextTheme, theme } from "./state/theme.js";
import { Icon, type IconName } from "./ui/icon.js";

interface ViewLink {
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
}

export const VIEWS: readonly ViewLink[] = [
  { name: "resources", title: "Resources", icon: "resources" },
  { name: "requests", title: "Requests", icon: "requests" },
  { name: "operations", title: "Operations", icon: "operations" },
  { name: "overrides", title: "Overrides", icon: "overrides" },
  { name: "snapshots", title: "Snapshots", icon: "snapshots" },
  { name: "sessions", title: "Sessions", icon: "sessions" },
  { name: "docs", title: "Documentation", icon: "docs" },
  { name: "violations", title: "Violations", icon: "violations" },
];

const THEME_ICONS = { auto: "auto", light: "sun", dark: "moon" } as const;

export interface SidebarProps {
  readonly view: string;
  readonly isOpen: boolean;
  readonly onHelp: () => void;
}

export function Sidebar({ view, isOpen, onHelp }: SidebarProps) {
  return (
    <aside id="sidebar" class={isOpen ? "sidebar is-open" : "sidebar"}>
      <div class="brand">
        <BrandMark />
        <div class="brand-text">
          <strong title={api.value.title}>{api.value.title}</strong>
          <span>{api.value.version === "" ? "mock server" : `v${api.value.version.replace(/^v/, "")}`}</span>
        </div>
      </div>
      <nav aria-label="Views">
        {shownViews().map(({ name, title, icon }, index) => (
          <NavLink
            key={name}
            hash={routeTo(name)}
            isHere={name === view}
            digit={String(index + 1)}
            icon={icon}
            count={name === "overrides" ? overrides.value.length : 0}
          >
            {title}
          </NavLink>
        ))}
      </nav>
      <div class="sidebar-foot">
        <SessionSwitch />
        <div class="foot-row">
          <span class={isLive.value ? "live is-live" : "live"} role="status">
            {isLive.value ? "Live" : "Reconnecting …"}
          </span>
          <button
            type="button"
            class="icon-button"
            aria-label={`Theme: ${theme.value}`}
            title={`Theme: ${theme.value}`}
            onClick={nextTheme}
          >
            <Icon name={THEME_ICONS[theme.value]} />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label="Keyboard shortcuts"
            title="Shortcuts (?)"
            onClick={onHelp}
          >
            <Icon name="keyboard" />
          </button>
        </div>
      </div>
    </aside>
  );
}

/** The views. Violations are shown only for a proxy, because a mock has none. */
export function shownViews(): readonly ViewLink[] {
  return VIEWS.filter(({ name }) => name !== "violations" || api.value.upstream !== undefined);
}

/** Selects the session whose state all views show. */
function SessionSwitch() {
  const names = [...new Set([...sessions.value.map(({ name }) => name), session.value])].filter((name) => name !== "");
  return (
    <label class="session-chip" title="The session that all views show">
      <span>Session</span>
      <select
        value={session.value}
        onChange={({ currentTarget }) => {
          if (currentTarget.value === OTHER) go(routeTo("sessions"));
          else lookAt(currentTarget.value);
          currentTarget.value = session.value;
        }}
      >
        <option value="" selected={session.value === ""}>
          none (server)
        </option>
        {names.map((name) => (
          <option key={name} value={name} selected={name === session.value}>
            {name}
          </option>
        ))}
        <option value={OTHER}>Another session …</option>
      </select>
    </label>
  );
}

/** No session can have this name. */
const OTHER = " ";

function NavLink(props: {
  readonly hash: string;
  readonly isHere: boolean;
  readonly digit: string;
  readonly icon: IconName;
  /** Shown if it is more than 0. */
  readonly count: number;
  readonly children: string;
}) {
  useShortcut(props.digit, () => go(props.hash));
  return (
    <a class="nav-link" href={props.hash} aria-current={props.isHere ? "page" : undefined}>
      <Icon name={props.icon} />
      <span>{props.children}</span>
      {props.count > 0 && (
        <span class="badge">
          {props.count}
          <span class="hidden"> pending</span>
        </span>
      )}
      <span class="key" aria-hidden="true">
        {props.digit}
      </span>
    </a>
  );
}

function BrandMark() {
  return (
    <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M8 22V11.200a1.200 1.200 0 0 1 2.100-.8L16 17.500l5.900-7.100a1.200 1.200 0 0 1 2.100.8V22" />
    </svg>
  );
}
