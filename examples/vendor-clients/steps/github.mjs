import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { createRequire } from "node:module";
import { before, test } from "node:test";
import { Octokit } from "@octokit/rest";
import { mockOf } from "../mock.mjs";

// GitHub's description is no file of the corpus; the benchmark brings it.
const { resolve } = createRequire(new URL("../../../bench/package.json", import.meta.url));
const baseUrl = await mockOf(resolve("@octokit/openapi/generated/api.github.com.json"));
const log = { debug() {}, info() {}, warn() {}, error() {} };
const octokit = new Octokit({ auth: "ghp_x", baseUrl, log });
const { actions, gists, issues, pulls, repos, teams } = octokit;
const repo = { owner: "octocat", repo: "hello" };
const absent = (asking) => rejects(asking, ({ status }) => status === 404);
let issue;

before(async () => {
  const made = await issues.create({
    ...repo,
    title: "Broken",
    body: "It is",
    labels: ["bug"],
    assignees: ["octocat"],
  });
  issue = made.data;
});

test("create a repository", async () => {
  const { data } = await repos.createForAuthenticatedUser({ name: "tea", description: "hot", private: true });
  deepEqual([data.name, data.description, data.private], ["tea", "hot", true]);
  const all = await octokit.paginate(repos.listForAuthenticatedUser, { per_page: 5 });
  ok(all.some(({ id }) => id === data.id));
});
test("a created repository is read by owner and name", async () => {
  const { data } = await repos.createForAuthenticatedUser({ name: "milk" });
  equal((await repos.get({ owner: data.owner.login, repo: "milk" })).data.id, data.id);
});
test("a new issue holds the sent fields", () => deepEqual([issue.title, issue.state], ["Broken", "open"]));
test("read an issue", async () => {
  const { data } = await issues.get({ ...repo, issue_number: issue.number });
  deepEqual([data.id, data.title, data.body], [issue.id, "Broken", "It is"]);
});
test("issues page by page", async () => {
  const all = await octokit.paginate(issues.listForRepo, { ...repo, state: "all", per_page: 4 });
  equal(new Set(all.map(({ id }) => id)).size, all.length);
  ok(all.some(({ id }) => id === issue.id));
});
test("close an issue", async () => {
  const { data } = await issues.create({ ...repo, title: "Done" });
  const closed = await issues.update({ ...repo, issue_number: data.number, state: "closed" });
  equal(closed.data.state, "closed");
  const listed = async (state) =>
    (await issues.listForRepo({ ...repo, state, per_page: 100 })).data.some(({ id }) => id === data.id);
  deepEqual([await listed("open"), await listed("closed")], [false, true]);
});
test("comment on an issue", async () => {
  const { data } = await issues.createComment({ ...repo, issue_number: issue.number, body: "me too" });
  const { data: listed } = await issues.listComments({ ...repo, issue_number: issue.number, per_page: 100 });
  ok(listed.some(({ id }) => id === data.id));
});
test("a comment is read, changed and deleted without its issue", async () => {
  const { data } = await issues.createComment({ ...repo, issue_number: issue.number, body: "first" });
  const comment = { ...repo, comment_id: data.id };
  equal((await issues.getComment(comment)).data.body, "first");
  equal((await issues.updateComment({ ...comment, body: "second" })).data.body, "second");
  await issues.deleteComment(comment);
  await absent(issues.getComment(comment));
});
test("a label goes by its name", async () => {
  await issues.createLabel({ ...repo, name: "urgent", color: "ff0000" });
  equal((await issues.getLabel({ ...repo, name: "urgent" })).data.color, "ff0000");
});
test("create and read a milestone", async () => {
  const { data } = await issues.createMilestone({ ...repo, title: "v1" });
  equal((await issues.getMilestone({ ...repo, milestone_number: data.number })).data.title, "v1");
});
test("lock an issue", async () => {
  await issues.lock({ ...repo, issue_number: issue.number });
  equal((await issues.get({ ...repo, issue_number: issue.number })).data.locked, true);
});
test("merge a pull request", async () => {
  const { data } = await pulls.create({ ...repo, title: "Change", head: "change", base: "main" });
  equal((await pulls.get({ ...repo, pull_number: data.number })).data.title, "Change");
  equal((await pulls.merge({ ...repo, pull_number: data.number })).status, 200);
});
test("a release is found by its tag", async () => {
  const { data } = await repos.createRelease({ ...repo, tag_name: "v7.1.3", name: "One" });
  equal((await repos.getReleaseByTag({ ...repo, tag: "v7.1.3" })).data.id, data.id);
  await repos.deleteRelease({ ...repo, release_id: data.id });
  await absent(repos.getReleaseByTag({ ...repo, tag: "v7.1.3" }));
});
test("a gist is made, starred and deleted", async () => {
  const { data } = await gists.create({ files: { "a.txt": { content: "x" } }, description: "g" });
  const gist = { gist_id: data.id };
  deepEqual([data.description, Object.keys(data.files)], ["g", ["a.txt"]]);
  await gists.star(gist);
  equal((await gists.checkIsStarred(gist)).status, 204);
  await gists.delete(gist);
  await absent(gists.get(gist));
});
test("create and read a webhook", async () => {
  const config = { url: "https://x.example/h", content_type: "json" };
  const { data } = await repos.createWebhook({ ...repo, config, events: ["push"] });
  const read = await repos.getWebhook({ ...repo, hook_id: data.id });
  deepEqual([read.data.config.url, read.data.events], [config.url, ["push"]]);
});
test("topics are replaced", async () => {
  await repos.replaceAllTopics({ ...repo, names: ["a", "b"] });
  deepEqual((await repos.getAllTopics(repo)).data.names, ["a", "b"]);
});
test("a variable is made and changed", async () => {
  await actions.createRepoVariable({ ...repo, name: "LEVEL", value: "1" });
  await actions.updateRepoVariable({ ...repo, name: "LEVEL", value: "2" });
  equal((await actions.getRepoVariable({ ...repo, name: "LEVEL" })).data.value, "2");
});
test("a team goes by its slug", async () => {
  const { data } = await teams.create({ org: "acme", name: "Core" });
  equal((await teams.getByName({ org: "acme", team_slug: data.slug })).data.name, "Core");
});
test("an absent issue is a typed error", () =>
  rejects(issues.get({ ...repo, issue_number: 99_999 }), ({ name, status, response }) => {
    deepEqual([name, status], ["HttpError", 404]);
    return typeof response.data.message === "string";
  }));
