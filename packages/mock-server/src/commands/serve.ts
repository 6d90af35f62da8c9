import { setTimeout } from "node:timers/promises";
import { formatProblem, reportError, type Terminal } from "@onespec/command-line";
import { listenProblem } from "@onespec/http-contract";
import { type ApiDescription, loadDescription } from "@onespec/spec-core";
import type { SeedBook } from "../config/given-seeds.js";
import { mockExtensionOf } from "../config/mock-extension.js";
import type { ConfigFile, InlineSeeds, MockOptions, ServeFlags } from "../config/mock-options.js";
import { selectOperations } from "../config/operation-selector.js";
import { readConfig } from "../config/read-config.js";
import { ListenError } from "../errors/listen-error.js";
import { SeedsError } from "../errors/options-error.js";
import { explainOperations } from "../explain/explain-operations.js";
import { silentWebhooks } from "../features/callbacks/webhooks.js";
import type { HandlerFolder } from "../features/handlers/handler-folder.js";
import { ignoredByLists } from "../features/ignored-parameters/ignored-parameters.js";
import { ExchangeTally } from "../features/proxy/exchange-tally.js";
import type { PassedExchange } from "../features/proxy/proxy.js";
import type { ReportViolations } from "../mock-application.js";
import { seedFiller } from "../mock-core.js";
import { buildMockServer, type MockServer } from "../mock-server.js";
import { errorPlace } from "../modules/import-module.js";
import { upstreamAddress } from "../modules/upstream-address.js";
import { findUnappliedSeeds } from "../seed/given/find-unapplied-seeds.js";
import { openSeedBook } from "../seed/given/seed-book.js";
import type { Recorder } from "../seed/recorded/recorder.js";
import type { Outage } from "../store/json/write-outage.js";
import { openStore, storePlace } from "../store/open-store.js";
import type { StoreError } from "../store/store-error.js";
import { checkDescription } from "./check-description.js";
import { openHandlers } from "./open-handlers.js";
import { LOCAL_HOSTS, REACHED_LOCALLY, runningMock, warnOfSilence } from "./other-servers.js";
import { checkRecording, recordHar, writeRecording } from "./recording.js";
import {
  formatBroken,
  formatExplanation,
  formatOutage,
  formatTally,
  formatViolations,
  reportDrift,
  reportFailure,
  reportFaults,
  reportUndeclared,
  reportWarnings,
} from "./reports.js";
import { formatAddress, formatStartUp } from "./start-up-report.js";
import { toMockOptions } from "./to-mock-options.js";
import { watchSources } from "./watch.js";

/** Serves a description until `terminal.stop` is aborted and everything is written. Returns the exit code. */
export async function serve(source: string, flags: ServeFlags, terminal: Terminal): Promise<number> {
  const config = await readConfig(flags.config, source);
  const given = { ...config, ...flags };
  const { allowRefs = false, lenient = false, operations } = given;
  const { record, fromHar } = flags;
  const read = (): Promise<ApiDescription> => loadDescription(source, { allowRefs });
  if (flags.check || flags.format !== undefined) {
    return checkDescription(source, { allowRefs, operations, format: flags.format ?? "text" }, terminal);
  }
  if (fromHar !== undefined) {
    await recordHar(await read(), fromHar, record, terminal);
    return 0;
  }
  if (record !== undefined) await checkRecording(record, given.upstream);
  const opened = await openDescribed(source, config, flags, terminal);
  if (opened === undefined) return 1;
  const { api, options, server, handlers, seeds, tally, recorder } = opened;
  let watching: { close(): void } | undefined;
  terminal.onUncaught?.((error) => reportOwnError(error, terminal));
  try {
    const url = await listen(server, options);
    server.state.announce?.(url);
    if (given.watch) {
      const ignored = (now: ApiDescription) => ignoredParameters({ ...opened, api: now });
      const parts = { server, terminal, handlers, seeds, operations, lenient, ignored, read };
      watching = await watchSources(api, parts);
    }
    if (options.upstream !== undefined) await warnOfSilence(options.upstream, terminal);
    if (given.quiet) terminal.out(`${url}\n`);
    else {
      await printStartUp(opened, url, terminal);
      if (!options.memory) await reportDrift(server, api, terminal);
      const reading = [...(allowRefs ? ["--allow-refs"] : []), ...(flags.config ? ["--config", flags.config] : [])];
      void reportFaults(source, api, options.operations, reading, terminal);
    }
    await aborted(terminal.stop);
  } finally {
    watching?.close();
    await server.close();
  }
  if (options.upstream !== undefined) terminal.out(formatTally(tally.operations));
  if (record !== undefined && recorder) await writeRecording(recorder, record, terminal);
  if (!given.quiet) {
    const place = await storePlace(options);
    terminal.out(place === undefined ? "Stopped.\n" : `Stopped. The data is in ${place}.\n`);
  }
  return 0;
}

/** After the start, the server waits this long for a first request before it works on its report, in milliseconds. */
const FIRST_REQUEST_MS = 50;

/** In larger descriptions, reading the schemas of all operations would delay requests. Only `--check` reads them. */
const MOST_READ = 500;

/** A description and the mock that serves it. */
interface Described extends OpenedServer {
  readonly api: ApiDescription;
  readonly options: MockOptions;
  readonly seeds: SeedBook | undefined;
}

/**
 * Creates a mock from a description and its options. Returns `undefined` if the description cannot be served; the
 * reasons are printed then.
 */
export async function openDescribed(
  source: string,
  config: ConfigFile,
  flags: ServeFlags,
  terminal: Terminal,
): Promise<Described | undefined> {
  const { lenient, explain, allowRefs = false } = { ...config, ...flags };
  const api = await loadDescription(source, { allowRefs });
  if (!lenient && api.errors.length > 0) {
    terminal.err(formatBroken(api, "Not started", terminal.errColor));
    return undefined;
  }
  if (explain) {
    // Printed before the data is opened, because another server may hold the data.
    terminal.out(formatExplanation(explainOperations(api), terminal.outColor));
  }
  const plain = toMockOptions(config, flags, terminal.inContainer);
  try {
    const seeds = await readSeeds(api, plain);
    const options = { ...plain, seeds };
    return { api, options, seeds, ...(await openServer(api, options, flags.record !== undefined, terminal)) };
  } catch (error) {
    if (!(error instanceof SeedsError)) throw error;
    reportFailure(error, terminal);
    return undefined;
  }
}

/** Reads the seeds before anything is written. @throws SeedsError with every problem in them */
async function readSeeds(api: ApiDescription, options: MockOptions): Promise<SeedBook | undefined> {
  const { seeds } = options;
  if (seeds === undefined) return undefined;
  return openSeedBook(seeds as string | InlineSeeds, api, options, seedFiller(options));
}

interface OpenedServer {
  readonly server: MockServer;
  readonly handlers: HandlerFolder | undefined;
  /** Both are filled while requests are forwarded to an upstream. */
  readonly tally: ExchangeTally;
  /** Only with `--record`. */
  readonly recorder: Recorder | undefined;
}

async function openServer(
  api: ApiDescription,
  options: MockOptions,
  isRecorded: boolean,
  terminal: Terminal,
): Promise<OpenedServer> {
  const report = (error: unknown): void => void reportError(error, terminal);
  // The message of the problem that currently rejects writes. It is already printed with the outage.
  let rejecting = "";
  const onOutage = (outage: Outage): void => {
    rejecting = outage.state === "begun" ? outage.error.message : "";
    terminal.err(formatOutage(outage, terminal.errColor));
  };
  const onProblem = (error: StoreError): void => {
    if (error.message !== rejecting) report(error);
  };
  const store = await openStore(options, { onProblem, onOutage });
  try {
    const onViolations: ReportViolations = ({ method, path }, violations) =>
      terminal.err(formatViolations(method, path, violations));
    const { handlers: folder } = options;
    const sayFailure = (message: string): void => terminal.err(formatProblem("error", { message }, terminal.errColor));
    const handlers = typeof folder === "string" ? await openHandlers(folder, api, sayFailure) : undefined;
    const tally = new ExchangeTally();
    const recorder = isRecorded ? await openRecorder(api) : undefined;
    const onPassed = (exchange: PassedExchange): void => {
      const found = tally.add(exchange);
      recorder?.add(exchange);
      if (found.length > 0) onViolations(exchange, found);
    };
    const listeners = { onBug: report, onViolations, onPassed };
    const server = await buildMockServer(api, { ...options, store, handlers, ...listeners });
    // The first request needs the resources. If it had to compute them, the report would be printed before its answer.
    void api.resources;
    return { server, handlers, tally, recorder };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openRecorder(api: ApiDescription): Promise<Recorder> {
  const { Recorder } = await import("../seed/recorded/recorder.js");
  return new Recorder(api);
}

/**
 * Starts to listen. Returns the address to call. It may differ from the address listened on, for example `localhost`
 * for `0.0.0.0`.
 */
async function listen(server: MockServer, options: MockOptions): Promise<string> {
  try {
    const { url } = await server.listen();
    if (!REACHED_LOCALLY.includes(options.host)) return url;
    const { protocol, port } = new URL(url);
    return `${protocol}//localhost:${port}`;
  } catch (error) {
    const problem = await listenProblem(error, options);
    if (!problem) throw error;
    const running = problem.code === "PORT_IN_USE" ? await runningMock(options) : undefined;
    const message = running ?? problem.message;
    throw new ListenError(problem.code, message, { hint: problem.hint, cause: error });
  }
}

async function printStartUp(
  { api, options, seeds, handlers, server }: Described,
  url: string,
  terminal: Terminal,
): Promise<void> {
  const { host } = options;
  const readyMs = terminal.elapsed();
  const openHost = LOCAL_HOSTS.includes(host) ? undefined : host;
  terminal.out(formatAddress(api, { url, openHost }, terminal.outColor));
  // A client that waits for the address gets its first answer before the slower rest is computed.
  await setTimeout(FIRST_REQUEST_MS);
  const facts = {
    url,
    api,
    options,
    summary: await server.summary(),
    place: await storePlace(options),
    certificate: server.certificate,
    unapplied: seeds && !options.memory ? await findUnappliedSeeds(server.state, api, seeds.given) : [],
    upstream: options.upstream && upstreamAddress(options.upstream),
    mocked: selectOperations(api.operations, options.mock, "--mock").size,
    ignored: await ignoredParameters({ api, options, handlers }),
    handlers,
    extended: api.operations
      .filter((one) => mockExtensionOf(one, options.operations) !== undefined)
      .map(({ id }) => id),
    readyMs,
  };
  // Schemas are read at first use. Reading those of parameters here shows their mistakes at the start.
  if (api.operations.length <= MOST_READ)
    for (const { parameters } of api.operations) for (const { schema } of parameters) void schema?.json;
  await reportWarnings(api, options.operations, terminal);
  reportUndeclared(seeds?.given.undeclared ?? [], terminal);
  const warn = (message: string, hint: string): void =>
    terminal.err(formatProblem("warning", { message, hint }, terminal.errColor));
  if (options.credentials !== undefined && options.auth !== "enforce")
    warn(`The credentials have no effect: auth is "${options.auth}".`, "Add --auth enforce.");
  if (options.errorStatus !== undefined && options.errorRate === 0)
    warn("The error status has no effect: no requests fail on purpose.", "Add --error-rate 0.1.");
  const { webhookUrl } = options;
  const silent = Object.keys(webhookUrl).length > 0 ? silentWebhooks(api, webhookUrl) : [];
  for (const name of silent) {
    const message = `Nothing sends the webhook ${name}: its name has no event, action or status of a record in its body.`;
    warn(message, `Send it yourself: POST /__mock/webhooks/${encodeURIComponent(name)}.`);
  }
  terminal.out(formatStartUp(facts, terminal.outColor));
}

/** The parameters without effect of the operations that the mock answers itself. */
function ignoredParameters({ api, options, handlers }: Pick<Described, "api" | "options" | "handlers">) {
  const { operations } = api;
  const served =
    options.upstream === undefined ? operations : [...selectOperations(operations, options.mock, "--mock")];
  return ignoredByLists(served.filter(({ id }) => handlers?.get(id) === undefined));
}

/** Reports an error of the user's own code that came after its handler returned. Returns false for other errors. */
function reportOwnError(error: unknown, terminal: Terminal): boolean {
  const place = errorPlace(error);
  if (place === undefined) return false;
  const hint = "It came from a promise or a callback that nothing waits for: await it, or catch its errors.";
  terminal.err(formatProblem("error", { message: `${place}: ${error}`, hint }, terminal.errColor));
  return true;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
