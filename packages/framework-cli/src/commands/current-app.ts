import type { Terminal } from "@onespec/command-line";
import type { AppConfig } from "../config/app-config.js";
import type { Entity } from "../entity/entity.js";
import type { GeneratorApp } from "../generate/generator-app.js";
import type { App } from "../load/app.js";
import type { CommonFlags } from "./command-context.js";
import type { Generated, WriteReport } from "./write-changes.js";

/** The application of the current folder, loaded. Its code is loaded when a command asks for it. */
export async function currentApp(environment?: string): Promise<App> {
  const [{ findAppFolder }, { loadApp }, { environmentName }] = await Promise.all([
    import("../files/app-files.js"),
    import("../load/load-app.js"),
    import("../config/environment.js"),
  ]);
  return loadApp(findAppFolder(process.cwd()), environmentName(environment));
}

/** The application of the current folder as generators see it. */
export interface CurrentGenerator {
  readonly app: GeneratorApp;
  config(): Promise<AppConfig>;
  entities(): Promise<readonly Entity[]>;
  /** Writes the output of a generator, see `writeGenerated`. */
  write(generated: Generated, flags: CommonFlags, terminal: Terminal, report: WriteReport): Promise<void>;
}

export async function currentGenerator(): Promise<CurrentGenerator> {
  const [{ findAppFolder }, { loadConfig }, { environmentName }, { entitiesOf, readGeneratorApp }, { writeGenerated }] =
    await Promise.all([
      import("../files/app-files.js"),
      import("../config/load-config.js"),
      import("../config/environment.js"),
      import("../generate/generator-app.js"),
      import("./write-changes.js"),
    ]);
  const app = await readGeneratorApp(findAppFolder(process.cwd()));
  return {
    app,
    config: () => loadConfig(app.folder, environmentName()),
    entities: () => entitiesOf(app),
    write: (...generated) => writeGenerated(app, ...generated),
  };
}
