import { runProcess } from "@onespec/command-line";
import { main } from "./cli/main.js";

await runProcess("onespec-gate", main);
