import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { sidebar } from "../.vitepress/sidebar.js";
import { slugOf } from "../.vitepress/slug.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .trim()
  .split("\n")
  .filter((file) => existsSync(join(ROOT, file)) && !/^examples\/[^/]+\/sdk\/|\/templates\/|\/fixtures\//.test(file));
const withoutCode = (markdown: string): string =>
  markdown.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/`[^`\n]*`/g, "`");

/** Anchors of the headings of a page, as GitHub and the site make them. */
function anchorsOf(file: string): readonly string[] {
  const markdown = readFileSync(file, "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");
  return [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
    slugOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")),
  );
}

function brokenLinks(file: string): readonly string[] {
  const markdown = withoutCode(readFileSync(join(ROOT, file), "utf8"));
  const links = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = "", hash] = link.split("#");
    const target = path === "" ? join(ROOT, file) : join(ROOT, dirname(file), decodeURI(path));
    if (!existsSync(target)) return true;
    return hash !== undefined && statSync(target).isFile() && !anchorsOf(target).includes(hash);
  });
}

test("every link of every page leads to a file and a heading", () => {
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((file) => brokenLinks(file).map((link) => `${file}: ${link}`))).toEqual([]);
});

describe("the sidebar", () => {
  const links = sidebar.flatMap(({ items = [] }) => items.map(({ link = "" }) => link));
  const fileOf = (link: string): string => join("docs", `${link.replace(/#.*/, "").replace(/\/$/, "/index")}.md`);

  test("lists every page", () => {
    const pages = files.filter((file) => file.startsWith("docs/") && !/\/decisions\/\d/.test(file));
    expect(pages.filter((page) => !links.map(fileOf).includes(page))).toEqual([]);
  });

  test("links to pages and headings that exist", () => {
    const broken = links.filter((link) => {
      const file = join(ROOT, fileOf(link));
      const [, hash] = link.split("#");
      return !existsSync(file) || (hash !== undefined && !anchorsOf(file).includes(hash));
    });
    expect(broken).toEqual([]);
  });
});
