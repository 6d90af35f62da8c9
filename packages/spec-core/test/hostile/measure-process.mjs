// Loaded into a process before its program: leaves behind what the process took.
import { writeFileSync } from "node:fs";

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  writeFileSync(process.env.MEASURE_FILE, JSON.stringify({ seconds: (user + system) / 1e6, megabytes: maxRSS / 1024 }));
});
