import { JSDOM } from "jsdom";

// The document of a page, but Node's own `fetch`, `URL` and `AbortController`: jsdom's do not go together with Node's `fetch`.
const { window } = new JSDOM("", { url: "http://localhost/" });
const NAMES =
  "document navigator Node Text Comment DocumentFragment Element HTMLElement HTMLIFrameElement SVGElement ShadowRoot MathMLElement Event KeyboardEvent";
for (const name of NAMES.split(" "))
  Object.defineProperty(globalThis, name, { value: window[name as "document"], configurable: true });
Object.defineProperty(globalThis, "window", { value: window, configurable: true });
