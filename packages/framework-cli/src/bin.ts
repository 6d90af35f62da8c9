import { runProcess } from "@onespec/command-line";
import { calledAs } from "./cli/called-as.js";
import { main } from "./cli/main.js";
import { CALLED_AS } from "./commands/command-context.js";

// Before the run: it takes itself out of the arguments.
const called =
  process.env[CALLED_AS] ?? calledAs({ argv: process.argv, versions: process.versions, cwd: process.cwd() });
await runProcess("framework", (args, terminal) => main(args, terminal, called));
