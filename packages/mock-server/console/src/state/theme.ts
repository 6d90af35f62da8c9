import { effect, signal } from "@preact/signals";

export type Theme = "auto" | "light" | "dark";
const KEY = "mock-console-theme";
const THEMES: readonly Theme[] = ["auto", "light", "dark"];
const system = matchMedia("(prefers-color-scheme: dark)");

const stored = localStorage.getItem(KEY) as Theme | null;
export const theme = signal<Theme>(stored && THEMES.includes(stored) ? stored : "auto");
const systemIsDark = signal(system.matches);
system.addEventListener("change", ({ matches }) => {
  systemIsDark.value = matches;
});

effect(() => {
  localStorage.setItem(KEY, theme.value);
  document.documentElement.dataset.theme = theme.value;
});

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "auto";
}

/** True while the page is dark, by choice or by the system's setting. */
export function isDark(): boolean {
  return theme.value === "auto" ? systemIsDark.value : theme.value === "dark";
}
