import { render } from "preact";
import { App } from "./app.js";
import "@fontsource-variable/geist/wght.css";
import "@fontsource-variable/geist-mono/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/controls.css";
import "./styles/records.css";
import "./styles/panels.css";
import "./styles/editing.css";
import "./styles/requests.css";
import "./styles/operations.css";
import "./styles/pages.css";

const root = document.getElementById("app");
if (root) render(<App />, root);
