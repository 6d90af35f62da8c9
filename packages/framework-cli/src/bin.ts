import { runProcess } from "@onespec/command-line";
import { calledAs } from "./cli/called-as.js";
import { main } from "./cli/main.js";

// Before the run: it takes itself out of the arguments.
const called = calledAs({ argv: process.argv, versions: process.versions, cwd: process.cwd() });
await runProcess("framework", (args, terminal) => main(args, terminal, called));
