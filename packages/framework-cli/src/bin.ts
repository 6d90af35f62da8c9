import { runProcess } from "@onespec/command-line";
import { main } from "./cli/main.js";

await runProcess("framework", main);
