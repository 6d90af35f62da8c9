import standalone from "documentation-component?url";

interface Scalar {
  createApiReference(element: string, configuration: object): unknown;
}

/** Shows the description in a frame of its own: the component brings styles and a size that the console does without. */
const script = document.createElement("script");
script.src = standalone;
script.onload = () => {
  const { Scalar } = window as unknown as { Scalar: Scalar };
  const isDark = new URLSearchParams(location.search).get("theme") === "dark";
  Scalar.createApiReference("#docs", {
    url: "description",
    // The API is the mock itself, whatever server the description names.
    servers: [{ url: new URL("..", location.href).href.replace(/\/$/, "") }],
    theme: "default",
    darkMode: isDark,
    forceDarkModeState: isDark ? "dark" : "light",
    hideDarkModeToggle: true,
    hideClientButton: true,
    hideTestRequestButton: true,
    showDeveloperTools: "never",
    showToolbar: "never",
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: "none",
  });
};
document.head.append(script);
