import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestApp } from "@onespec/framework-cli/testing";

async function signedUp(app, username) {
  const user = { username, email: `${username}@mail.example`, password: "long enough" };
  const { status, body } = await app.request("POST", "/api/users", { user });
  assert.equal(status, 201);
  return { authorization: `Token ${body.user.token}` };
}

async function published(app, reader, title, tagList = []) {
  const article = { title, description: "About it.", body: "All of it.", tagList };
  return (await app.request("POST", "/api/articles", { article }, reader)).body.article;
}

test("a token is needed, and only the right password gets one", () =>
  withTestApp(async (app) => {
    await signedUp(app, "ann");
    const login = (password) =>
      app.request("POST", "/api/users/login", { user: { email: "ann@mail.example", password } });
    assert.equal((await login("wrong")).status, 401);
    const { token } = (await login("long enough")).body.user;
    const own = (value) => app.request("GET", "/api/user", undefined, { authorization: `Token ${value}` });
    assert.equal((await own(token)).body.user.username, "ann");
    assert.equal((await own(`${token}x`)).status, 401);
    assert.equal((await app.request("GET", "/api/user")).status, 401);
    const [stored] = await app.repository("User").find();
    assert.ok(!JSON.stringify(stored).includes("long enough"));
  }));

test("articles and comments are their authors' alone to change", () =>
  withTestApp(async (app) => {
    const [ann, bob] = [await signedUp(app, "ann"), await signedUp(app, "bob")];
    const { slug } = await published(app, ann, "First");
    const change = (reader) => app.request("PUT", `/api/articles/${slug}`, { article: { body: "New." } }, reader);
    assert.equal((await change(bob)).status, 403);
    assert.equal((await change(ann)).body.article.body, "New.");
    const said = await app.request("POST", `/api/articles/${slug}/comments`, { comment: { body: "Good." } }, bob);
    const place = `/api/articles/${slug}/comments/${said.body.comment.id}`;
    assert.equal((await app.request("DELETE", place, undefined, ann)).status, 403);
    assert.equal((await app.request("DELETE", place, undefined, bob)).status, 204);
    assert.equal((await app.request("DELETE", `/api/articles/${slug}`, undefined, bob)).status, 403);
    assert.equal((await app.request("DELETE", `/api/articles/${slug}`, undefined, ann)).status, 204);
  }));

test("the feed has the articles of those whom the reader follows; favorites are counted once each", () =>
  withTestApp(async (app) => {
    const [ann, bob] = [await signedUp(app, "ann"), await signedUp(app, "bob")];
    const { slug } = await published(app, ann, "First", ["sea", "air"]);
    await published(app, bob, "Second", ["sea"]);
    const feed = async () => (await app.request("GET", "/api/articles/feed", undefined, bob)).body;
    assert.deepEqual(await feed(), { articles: [], articlesCount: 0 });
    for (let times = 0; times < 2; times += 1) {
      await app.request("POST", "/api/profiles/ann/follow", {}, bob);
      await app.request("POST", `/api/articles/${slug}/favorite`, {}, bob);
    }
    const [first] = (await feed()).articles;
    assert.deepEqual(
      [first.slug, first.favorited, first.favoritesCount, first.author.following],
      [slug, true, 1, true],
    );
    const titles = async (query) =>
      (await app.request("GET", `/api/articles?${query}`)).body.articles.map(({ title }) => title);
    assert.deepEqual(await titles("tag=sea"), ["Second", "First"]);
    assert.deepEqual(await titles("author=ann"), ["First"]);
    assert.deepEqual(await titles("favorited=bob"), ["First"]);
    assert.deepEqual(await titles("favorited=nobody"), []);
    assert.deepEqual((await app.request("GET", "/api/tags")).body.tags, ["air", "sea"]);
  }));
