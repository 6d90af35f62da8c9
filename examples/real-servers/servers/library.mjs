import { fileURLToPath } from "node:url";
import { installPython } from "../install.mjs";
import { freePort, startProcess } from "../start-process.mjs";

const APP = fileURLToPath(new URL("../library", import.meta.url));

/** A Django REST framework app of our own: django-filter, ordering, three paginations; drf-spectacular describes it. */
export const library = {
  name: "Django REST framework",
  auth: { apiKey: "Token secret" },
  headers: { authorization: "Token secret" },
  install: installPython,
  async start(python, folder) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const description = `${url}/openapi.json`;
    const env = { APP_DATA: folder, PYTHONDONTWRITEBYTECODE: "1", PYTHONUNBUFFERED: "1" };
    const stop = await startProcess(python, ["serve.py", String(port)], { cwd: APP, env, url: description });
    return { url, description, stop };
  },
};
