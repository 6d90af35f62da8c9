import { installPython } from "../install.mjs";
import { freePort, startProcess } from "../start-process.mjs";

/** Prefect's own server, a FastAPI app: lists are `POST /flows/filter`. */
export const prefect = {
  name: "Prefect",
  auth: {},
  headers: {},
  install: installPython,
  async start(python, folder) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = {
      PREFECT_HOME: folder,
      PREFECT_SERVER_ANALYTICS_ENABLED: "false",
      DO_NOT_TRACK: "1",
      PREFECT_LOGGING_LEVEL: "WARNING",
    };
    const args = [
      "-m",
      "prefect",
      "server",
      "start",
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
      "--no-services",
      "--no-ui",
    ];
    const stop = await startProcess(python, args, { cwd: folder, env, url: `${url}/api/health` });
    return { url: `${url}/api`, description: `${url}/openapi.json`, stop };
  },
};
