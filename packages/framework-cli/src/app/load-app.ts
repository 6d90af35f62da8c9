import { FrameworkError } from "../errors/framework-error.js";
import { entitiesFromModels } from "../model/entities-from-models.js";
import type { App } from "./app.js";
import { loadActions } from "./load-actions.js";
import { loadConfig } from "./load-config.js";
import { loadModels } from "./load-models.js";
import { loadPolicies } from "./load-policies.js";
import { loadSchemas } from "./load-schemas.js";
import { loadServices } from "./load-services.js";
import { planRoutes } from "./plan-routes.js";

/**
 * Loads an application by convention and checks it. Opens nothing.
 *
 * @param appFolder absolute
 * @throws FrameworkError CONFIG_INVALID, APP_INVALID (every mistake of actions, routes and policies at once), APP_FILE_BROKEN,
 * MODEL_INVALID
 */
export async function loadApp(appFolder: string, environment: string): Promise<App> {
  const config = await loadConfig(appFolder, environment);
  const [files, policies, services, models, schemas] = await Promise.all([
    loadActions(appFolder),
    loadPolicies(appFolder),
    loadServices(appFolder),
    loadModels(appFolder),
    loadSchemas(appFolder),
  ]);
  const plan = planRoutes(files.actions, [...policies.policies.keys()], config);
  const problems = [
    ...files.problems,
    ...policies.problems,
    ...services.problems,
    ...schemas.problems,
    ...plan.problems,
  ];
  if (problems.length > 0) {
    const count = `${problems.length} ${problems.length === 1 ? "mistake" : "mistakes"}`;
    throw new FrameworkError("APP_INVALID", `The application has ${count}: ${problems.join("; ")}.`, {
      hint: "Correct the files named.",
    });
  }
  return {
    folder: appFolder,
    config,
    actions: plan.actions,
    services: services.services,
    policies: policies.policies,
    schemas: schemas.schemas,
    entities: entitiesFromModels(models),
    warnings: plan.warnings,
  };
}
