import { inspect } from "node:util";
import { meantHint } from "@onespec/spec-core/errors";
import type { ActionLog, ServiceContext, Services } from "../action/action.js";
import type { Database } from "../database/database.js";
import { DatabaseError } from "../errors/database-error.js";
import { FrameworkError } from "../errors/framework-error.js";
import { brokenFile } from "../files/import-app-file.js";
import type { App, LoadedService } from "../load/app.js";

/**
 * The services of an application. Each is created at first use and then cached. Access throws FrameworkError
 * SERVICE_CYCLE if services need each other to be created, APP_FILE_BROKEN if one cannot be created.
 */
export function createServices(app: App, database: Database | undefined, log: ActionLog): Services {
  // The prototype catches unknown names, so a misspelt service throws instead of being undefined.
  const services: Record<string, unknown> = Object.create(unknownService([...app.services.keys()]));
  const making: string[] = [];
  const opened = (): Database => {
    if (database !== undefined) return database;
    throw new DatabaseError("UNKNOWN_ENTITY", "This application has no models, so no database is open.", {
      hint: "Create one: framework models:generate Book title:string",
    });
  };
  const context: Omit<ServiceContext, "file"> = {
    repository: (name) => opened().repository(name),
    transaction: (work, options) => opened().transaction(work, options),
    afterCommit: (work) => opened().afterCommit(work),
    models: new Proxy({} as Database["models"], {
      get: (_target, name) => (typeof name === "string" ? modelOf(opened(), name) : undefined),
      has: (_target, name) => name in opened().models,
      ownKeys: () => Object.keys(opened().models),
      getOwnPropertyDescriptor: (_target, name) => Object.getOwnPropertyDescriptor(opened().models, name),
    }),
    get sequelize() {
      return opened().sequelize;
    },
    get database() {
      return opened();
    },
    services,
    config: app.config,
    schemas: app.schemas,
    log,
  };
  const parts = Object.getOwnPropertyDescriptors(context);
  const make = (name: string, service: LoadedService): unknown => {
    if (making.includes(name)) throw cycle([...making.slice(making.indexOf(name)), name]);
    making.push(name);
    try {
      return service.factory(Object.defineProperties({ file: service.file } as ServiceContext, parts));
    } catch (error) {
      if (error instanceof FrameworkError) throw error;
      throw brokenFile(app.folder, service.file, error);
    } finally {
      making.pop();
    }
  };
  for (const [name, service] of app.services) {
    // Tests use this to replace services.
    const set = (value: unknown): void =>
      void Object.defineProperty(services, name, { value, enumerable: true, configurable: true, writable: true });
    const get = (): unknown => {
      services[name] = make(name, service);
      return services[name];
    };
    Object.defineProperty(services, name, { configurable: true, enumerable: true, get, set });
  }
  return services;
}

/** A misspelt model throws instead of being undefined. */
function modelOf({ models }: Database, name: string): Database["models"][string] {
  const model = models[name];
  if (model !== undefined) return model;
  throw new DatabaseError("UNKNOWN_ENTITY", `There is no model ${name}.`, {
    hint: `The models are ${Object.keys(models).sort().join(", ")}.`,
  });
}

function unknownService(known: readonly string[]): object {
  const text = (): string => `services: ${known.join(", ")}`;
  const shown = Object.assign(Object.create(null), { [inspect.custom]: text, toJSON: text });
  return new Proxy(shown, {
    get(_target, name) {
      if (typeof name !== "string" || name === "toJSON") return shown[name];
      if (name === "then" || name === "constructor") return undefined;
      const hint = meantHint(name, known, `Services are ${known.join(", ") || "none yet"}.`);
      throw new TypeError(`There is no service ${name} in api/services. ${hint}`);
    },
  });
}

function cycle(names: readonly string[]): FrameworkError {
  return new FrameworkError("SERVICE_CYCLE", `Services need each other to be created: ${names.join(" -> ")}.`, {
    hint: "Ask for the other one inside a function: services.books, not const { books } = services at the top.",
  });
}
