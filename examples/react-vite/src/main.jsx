import { createRoot } from "react-dom/client";
import { Authors } from "./authors.jsx";

createRoot(document.getElementById("root")).render(<Authors />);
