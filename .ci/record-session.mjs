// Plays a session with the built commands and draws it: docs/images/session.svg. Each step appears as long after the one before it
// as it took; where motion is not wanted, all stands there at once.
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => join(root, "packages", name);
const columns = 100;
const client = `import Client from "./sdk/index.js";
const client = new Client({ baseUrl: "URL", auth: { token: "any" } });
const books = await client.books.find({ price: { ">": 10 } }).sort("-price").limit(3)
  .populate("author").execute();
for (const { title, price, author } of books) console.log(price, title, "by", author.name);`;

const folder = mkdtempSync(join(tmpdir(), "session-"));
const frames = [];
let server;
try {
  copyFileSync(join(root, "examples/bookshop/api.yaml"), join(folder, "api.yaml"));
  const url = await serve();
  const here = (text) => text.replaceAll(url, "http://localhost:3000");
  const curl = (request) =>
    step(`curl ${request}`, "sh", ["-c", `curl -s ${request.replace("localhost:3000", url)}`], here);
  curl(`localhost:3000/authors --json '{"name":"Ursula K. Le Guin","country":"US"}'`);
  curl("localhost:3000/authors/11");
  step(
    "npx generate-sdk api.yaml ./sdk 1.0.0",
    process.execPath,
    [join(bin("sdk-gen"), "bin/generate-sdk.js"), "api.yaml", "./sdk", "1.0.0"],
    here,
  );
  writeFileSync(join(folder, "ask.mjs"), client.replace("URL", url));
  frames.push({ ms: 600, lines: ["$ cat ask.js", ...client.replace("URL", "http://localhost:3000").split("\n")] });
  step("node ask.js", process.execPath, ["ask.mjs"], here);
} finally {
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
}
writeFileSync(join(root, "docs/images/session.svg"), draw(frames));

/** On a free port of this machine, also in a container, where it would listen on all. */
function serve() {
  const began = performance.now();
  server = spawn(
    process.execPath,
    [join(bin("mock-server"), "bin/mock-server.js"), "api.yaml", "--seed", "10", "--port", "0", "--host", "127.0.0.1"],
    { cwd: folder },
  );
  return new Promise((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (chunk) => {
      said += chunk;
      const [, url] = /^Address +(http:[^\s,]+)/m.exec(said) ?? [];
      if (url === undefined || !said.includes("stops it")) return;
      const text = said.replaceAll(url, "http://localhost:3000").split("\n\n  curl")[0];
      frames.push({
        ms: performance.now() - began,
        lines: ["$ npx mock-server api.yaml --seed 10", ...text.trimEnd().split("\n")],
      });
      resolve(url);
    });
    server.on("exit", (code) => reject(new Error(`The server ended with ${code}.`)));
  });
}

function step(command, program, args, here) {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  frames.push({ ms: performance.now() - began, lines: [`$ ${command}`, ...here(stdout).trimEnd().split("\n")] });
}

/** One group a step, which fades in when its turn comes. */
function draw(steps) {
  const [left, top, height] = [20, 48, 20];
  let row = 0;
  let at = 0;
  const groups = steps.map(({ ms, lines }) => {
    const texts = lines.map((line) => {
      const y = top + row++ * height;
      const text = line.length > columns ? `${line.slice(0, columns - 1)}…` : line;
      return `<text x="${left}" y="${y}"${line.startsWith("$ ") ? ' class="command"' : ""}>${escaped(text)}</text>`;
    });
    row += 0.5;
    const group = `<g class="step" style="animation-delay:${Math.round(at)}ms">\n${texts.join("\n")}\n</g>`;
    // Time to read, beside the time that it took.
    at += ms + 1200;
    return group;
  });
  const bottom = Math.round(top + row * height);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 880 ${bottom}" role="img" aria-label="A recorded session: a mock server starts, keeps an author, and a generated client queries it">
<style>
.window { fill: #f6f8fa; stroke: #d1d9e0 } text { font: 13.5px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2328; white-space: pre } .command { fill: #0969da; font-weight: 600 }
@media (prefers-color-scheme: dark) { .window { fill: #0d1117; stroke: #3d444d } text { fill: #f0f6fc } .command { fill: #4493f8 } }
@media (prefers-reduced-motion: no-preference) { .step { animation: show 300ms both } }
@keyframes show { from { opacity: 0 } to { opacity: 1 } }
</style>
<rect class="window" x="0.5" y="0.5" width="879" height="${bottom - 1}" rx="10"/>
<circle cx="22" cy="20" r="6" fill="#ff5f57"/><circle cx="42" cy="20" r="6" fill="#febc2e"/><circle cx="62" cy="20" r="6" fill="#28c840"/>
${groups.join("\n")}
</svg>
`;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
