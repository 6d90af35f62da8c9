import "@fontsource-variable/geist/wght.css";
import "@fontsource-variable/geist-mono/wght.css";
import standalone from "documentation-component?url";
import { tagSlug } from "./operations/documentation-place.js";

interface Scalar {
  createApiReference(element: string, configuration: object): unknown;
}

const FONTS = `:root {
  --scalar-font: "Geist Variable", ui-sans-serif, system-ui, sans-serif;
  --scalar-font-code: "Geist Mono Variable", ui-monospace, monospace;
}`;

/** Runs in a separate frame, because the component brings large code and styles that the console does not need. */
const script = document.createElement("script");
script.src = standalone;
script.onload = () => {
  const { Scalar } = window as unknown as { Scalar: Scalar };
  const isDark = new URLSearchParams(location.search).get("theme") === "dark";
  Scalar.createApiReference("#docs", {
    url: "description",
    // Requests go to the mock server, even if the description lists other servers.
    servers: [{ url: new URL("..", location.href).href.replace(/\/$/, "") }],
    theme: "default",
    darkMode: isDark,
    forceDarkModeState: isDark ? "dark" : "light",
    hideDarkModeToggle: true,
    hideClientButton: true,
    hideTestRequestButton: true,
    showDeveloperTools: "never",
    withDefaultFonts: false,
    hiddenClients: true,
    customCss: FONTS,
    generateTagSlug: ({ name = "" }: { readonly name?: string }) => tagSlug(name),
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: "none",
  });
};
document.head.append(script);
