import cluster from "node:cluster";
import type { Command } from "commander";
import type { CrashKind } from "../app/lift/run-worker.js";
import type { LiftReport } from "../app/lift/supervised.js";
import { CALLED_AS, type CommandContext, type CommonFlags } from "./command-context.js";
import { wholeNumber } from "./options.js";

interface LiftFlags extends CommonFlags {
  readonly port?: number;
  readonly host?: string;
  readonly workers?: number;
  readonly watch?: boolean;
  readonly strict?: boolean;
}

export function registerLift(program: Command, context: CommandContext): void {
  program
    .command("lift")
    .description("serve the application")
    .option("-p, --port <number>", "port to listen on; 0 picks a free one", wholeNumber(0, 65_535))
    .option("--host <address>", "address to listen on; 0.0.0.0 for every network")
    .option("-e, --environment <name>", "environment, such as test or production (default: NODE_ENV, else development)")
    .option("-w, --workers <number>", "processes that share the port", wholeNumber(1, 1024))
    .option("--watch", "reload the application when its files change")
    .option("--strict", "do not start when actions and the imported description differ")
    .option("--json", "print address, routes and log as lines of JSON")
    .action((flags: LiftFlags) => lift(flags, context));
}

async function lift(flags: LiftFlags, { terminal, outcome, spoken, called }: CommandContext): Promise<void> {
  const { findAppFolder } = await import("../files/app-files.js");
  const folder = findAppFolder(process.cwd());
  const isMany = flags.watch === true || (flags.workers ?? 1) > 1;
  const { port, host, environment } = flags;
  const isPretty = flags.json !== true && process.stdout.isTTY === true;
  const say = (text: string): void => terminal.err(`${text}\n`);
  if (isMany && cluster.isPrimary) {
    const { superviseWorkers } = await import("../app/lift/supervise-workers.js");
    outcome.exitCode = await superviseWorkers({
      folder,
      workers: flags.workers ?? 1,
      workerEnvironment: { [CALLED_AS]: called },
      watch: flags.watch ?? false,
      stop: terminal.stop,
      say,
      onReady: (report) => print(report),
    });
    return;
  }
  const [{ runWorker }, supervised] = await Promise.all([
    import("../app/lift/run-worker.js"),
    cluster.isWorker ? import("../app/lift/supervised.js") : undefined,
  ]);
  const work = runWorker({
    folder,
    port,
    host,
    environment,
    strict: flags.strict,
    log: { write: (text) => terminal.out(text), pretty: isPretty, color: terminal.outColor, say },
    stop: terminal.stop,
    elapsed: () => terminal.elapsed(),
    onReady: supervised?.tellReady ?? print,
    onCrash: crashed,
    ...(supervised && { attach: supervised.obey }),
  });
  if (supervised) terminal.stop.addEventListener("abort", supervised.tellLeaving, { once: true });
  outcome.exitCode = await work.finally(() => supervised?.leave());

  async function print(report: LiftReport): Promise<void> {
    const { formatLiftReport, formatLiftWarnings } = await import("../app/lift/lift-report.js");
    terminal.err(formatLiftWarnings(report, terminal.errColor));
    if (flags.json) terminal.out(`${JSON.stringify({ event: "listening", ...report })}\n`);
    else terminal.out(`${spoken(formatLiftReport(report, terminal.outColor, flags.workers))}\n`);
  }

  async function crashed(error: unknown, kind: CrashKind): Promise<void> {
    const { errorPlace } = await import("../files/import-app-file.js");
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const place = errorPlace(folder, error);
    const isRejection = kind === "unhandledRejection";
    const cause = isRejection ? "a promise failed and nobody awaited it" : "of an uncaught error";
    terminal.err(
      `${place === undefined ? "" : `${place}: `}error: The application stops because ${cause}: ${message}\n`,
    );
    if (isRejection)
      terminal.err("  hint: Write await before the call, or return it. Catch its error if it may fail.\n");
    if (terminal.debug && error instanceof Error) terminal.err(`${error.stack}\n`);
  }
}
