import { afterEach, describe, expect, test } from "vitest";
import { createApp } from "../../src/app/create-app.js";
import { inProcess } from "../command-line/in-process.js";
import { liveDatabases, liveMongo } from "../servers/live-databases.js";
import { type TemporaryApp, temporaryApp } from "./running-app.js";

/** Records refer to each other in a circle, are only marked as removed, and have hooks that let nobody remove them. */
const FILES = {
  "api/models/Workspace.js": `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Workspace", {
  name: DataTypes.STRING(40),
  mainLabelId: { type: DataTypes.INTEGER, references: { model: "Label" } },
}, { paranoid: true });`,
  "api/models/Label.js": `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Label", {
  name: DataTypes.STRING(40),
  workspaceId: { type: DataTypes.INTEGER, allowNull: false, references: { model: "Workspace" } },
}, { paranoid: true, associations: { workspace: { belongsTo: "Workspace", foreignKey: "workspaceId" } } });`,
};
const HOOKS = `hooks: { beforeDestroy() { throw new Error("keep it"); }, beforeBulkDestroy() { throw new Error("keep them"); } }, `;

let app: TemporaryApp;
afterEach(() => app.remove());

describe.each([...(await liveDatabases()), await liveMongo()])("the database of tests on $name", ({ config, skip }) => {
  test.skipIf(skip !== undefined)(
    "begins empty, with ids from 1, whatever models and hooks say",
    { timeout: 60_000 },
    async () => {
      const isMongo = config.dialect === "mongodb";
      const label = FILES["api/models/Label.js"];
      app = await temporaryApp({
        ...FILES,
        "api/models/Label.js": isMongo ? label : label.replace("paranoid: true, ", `paranoid: true, ${HOOKS}`),
        "config/database.js": `export default ${JSON.stringify(config)};`,
        "config/environments/test.js": `export default { database: ${JSON.stringify(config)} };`,
      });
      expect(await inProcess(["migrations:generate", "create-all"], app.folder)).toMatchObject({ code: 0 });
      for (const round of [1, 2, 3]) {
        const opened = await createApp(app.folder, { environment: "test" });
        try {
          const repository = (name: string) => opened.database?.repository(name) ?? expect.unreachable();
          const workspace = await repository("Workspace").create({ name: "a" });
          const { id } = await repository("Label").create({ name: "b", workspaceId: workspace.id });
          await repository("Workspace").update(workspace.id, { mainLabelId: id });
          expect({ round, workspace: workspace.id, label: id }).toEqual({ round, workspace: 1, label: 1 });
          expect(await repository("Label").count()).toBe(1);
        } finally {
          await opened.close();
        }
      }
    },
  );
});
