import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { sidebar } from "./sidebar.js";
import { slugOf } from "./slug.js";

const DOCS = fileURLToPath(new URL("..", import.meta.url));
const ROOT = dirname(resolve(DOCS));
const { description, repository } = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8"));
const ADDRESS = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");

/** Pages link to files of the repository as GitHub shows them; on the site these links lead to the repository. */
function linkOf(href: string, page: string): string {
  if (!href.startsWith("../")) return href;
  const [path = "", hash] = href.split("#");
  const target = resolve(dirname(page), path);
  if (!relative(DOCS, target).startsWith("..")) return href;
  if (!existsSync(target)) throw new Error(`${relative(ROOT, page)} links to ${path}, which does not exist.`);
  return `${ADDRESS}/blob/main/${relative(ROOT, target)}${hash === undefined ? "" : `#${hash}`}`;
}

export default defineConfig({
  title: "Onespec",
  description,
  cleanUrls: true,
  lastUpdated: false,
  outDir: "../dist/docs",
  cacheDir: "../node_modules/.cache/vitepress",
  markdown: {
    linkify: false,
    // Braces in tables are text: `{120}`.
    attrs: { disable: true },
    anchor: { slugify: slugOf },
    toc: { slugify: slugOf },
    config(markdown) {
      markdown.core.ruler.push("links-to-repository", ({ env, tokens }) => {
        // HTML in pages names images as Markdown does; Vite takes a path without a dot for a package.
        for (const token of tokens.filter(({ type }) => type === "html_block"))
          token.content = token.content.replaceAll(/\b(src|srcset)="(?![./]|[a-z]+:)/g, '$1="./');
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.type === "link_open" ? token.attrGet("href") : null;
          if (href !== null) token.attrSet("href", linkOf(href, env.realPath ?? env.path));
        }
      });
    },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Start here", link: "/" },
      { text: "Recipes", link: "/recipes/" },
      { text: "Reference", link: "/reference/mock-server" },
    ],
    sidebar,
    socialLinks: [{ icon: "github", link: ADDRESS }],
    editLink: { pattern: `${ADDRESS}/edit/main/docs/:path` },
  },
});
