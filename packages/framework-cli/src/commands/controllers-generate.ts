import { type Command, Option } from "commander";
import type { CommandContext, CommonFlags } from "./command-context.js";
import { currentGenerator } from "./current-app.js";
import { withWriteOptions } from "./options.js";

interface ControllerFlags extends CommonFlags {
  readonly method?: "GET" | "PUT" | "POST" | "DELETE" | "PATCH";
  readonly path?: string;
}

export function registerControllersGenerate(program: Command, context: CommandContext): void {
  const command = program
    .command("controllers:generate")
    .argument("<group/action>", "name, such as users/list, admin/users/create or orders/cancel")
    .description("create an action with its route and its test")
    .addOption(methodOption())
    .option("--path <template>", "path template (default: from the name): /orders/{orderId}/cancel");
  withWriteOptions(command).action(async (text: string, flags: ControllerFlags) =>
    generateController(text, flags, context),
  );
}

function methodOption(): Option {
  const option = new Option("--method <method>", "HTTP method (default: from the name)");
  option.choices(["GET", "PUT", "POST", "DELETE", "PATCH"]);
  const { parseArg = (text) => text } = option;
  return option.argParser((text, before) => parseArg(text.toUpperCase(), before));
}

async function generateController(text: string, flags: ControllerFlags, { terminal }: CommandContext): Promise<void> {
  const [{ actionRole, parseActionName }, { planController }, { policyEntries }, generator] = await Promise.all([
    import("../generate/action-name.js"),
    import("../generate/plan-controller.js"),
    import("../load/plan-routes.js"),
    currentGenerator(),
  ]);
  const name = parseActionName(text);
  const { app } = generator;
  const { method, path } = flags;
  const [[glob, guard] = ["", []]] = policyEntries((await generator.config()).policies, name.path);
  const entities = await generator.entities();
  const planned = planController({ ...app, name, entities, method, path });
  // `list` and `create` are known names.
  const isGuessed = method === undefined && ["read", "do"].includes(actionRole(name.action, name.group));
  const wanted = [...planned.files, ...planned.support];
  const route = { method: planned.method, path: planned.path, action: name.path };
  await generator.write(
    { origin: `controller ${name.path}`, files: wanted, routes: [route], entities },
    flags,
    terminal,
    {
      facts: route,
      notes: [
        `${planned.method} ${app.prefix}${planned.path} is answered by ${name.path}.`,
        ...(planned.isPlaceholder && isGuessed
          ? [`The name says ${planned.method}; another method: --method GET, POST, PUT, PATCH or DELETE.`]
          : []),
        app.security === undefined
          ? guard.length === 0
            ? "It is open to everybody: no entry of config/policies.js guards it."
            : `${JSON.stringify(glob)} in config/policies.js guards it with ${guard.join(", ")}.`
          : "It asks for the security that the imported description asks of every operation.",
        ...(planned.isPlaceholder
          ? [
              `Its handler is a placeholder that stores nothing${planned.model === undefined ? "" : `, as an action with a method or path of its own does not use the model ${planned.model}`}: write it in api/controllers.`,
            ]
          : []),
      ],
    },
  );
}
