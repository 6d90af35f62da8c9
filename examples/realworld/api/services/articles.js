import { randomBytes } from "node:crypto";
import { HttpError } from "@onespec/framework-cli";

export default ({ repository, services, transaction }) => {
  const articles = repository("Article");
  const favorites = repository("Favorite");
  const tags = repository("Tag");

  /** `How to train?` as `how-to-train-1f2e3d4c`. */
  const slugOf = (title) => {
    const words = title
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[^a-z0-9]+/g, "-");
    return `${words.replace(/^-|-$/g, "").slice(0, 200)}-${randomBytes(4).toString("hex")}`;
  };
  const find = async (slug) => {
    const [article] = await articles.find({ where: { slug }, include: ["author"] });
    if (!article) throw new HttpError(404, `There is no article ${slug}.`);
    return article;
  };
  const findOwn = async (slug, viewer) => {
    const article = await find(slug);
    if (article.authorId !== viewer.id) throw new HttpError(403, "The article is somebody else's.");
    return article;
  };
  /** How articles with their authors look to the viewer. */
  const showAll = async (found, viewer) => {
    const profiles = await services.profiles.showAll(
      found.map(({ author }) => author),
      viewer,
    );
    const where = { userId: viewer?.id ?? 0, articleId: { in: found.map(({ id }) => id) } };
    const liked = new Set((await favorites.find({ where })).map(({ articleId }) => articleId));
    return found.map(({ id, authorId, author, ...article }) => ({
      ...article,
      favorited: liked.has(id),
      author: profiles.get(authorId),
    }));
  };
  const show = async (slug, viewer) => (await showAll([await find(slug)], viewer))[0];
  const page = async (and, { limit, offset }, viewer) => {
    const order = [
      ["createdAt", "desc"],
      ["id", "desc"],
    ];
    const found = await articles.find({ where: { and }, order, limit, offset, include: ["author"] });
    const shown = await showAll(found, viewer);
    return { articles: shown.map(({ body, ...article }) => article), articlesCount: await articles.count({ and }) };
  };
  const userNamed = async (username) => (await repository("User").find({ where: { username } }))[0]?.id ?? 0;
  const setFavorite = (slug, viewer, change) =>
    transaction(async () => {
      const { id } = await find(slug);
      await change({ userId: viewer.id, articleId: id });
      await articles.update(id, { favoritesCount: await favorites.count({ articleId: id }) });
      return show(slug, viewer);
    });

  return {
    find,
    get: show,
    async list({ tag, author, favorited, ...paging }, viewer) {
      const idsOf = (rows) => ({ id: { in: rows.map(({ articleId }) => articleId) } });
      const and = [];
      if (tag !== undefined) and.push(idsOf(await tags.find({ where: { name: tag } })));
      if (author !== undefined) and.push({ authorId: await userNamed(author) });
      if (favorited !== undefined)
        and.push(idsOf(await favorites.find({ where: { userId: await userNamed(favorited) } })));
      return page(and, paging, viewer);
    },
    feed: async (paging, viewer) =>
      page([{ authorId: { in: await services.profiles.followedBy(viewer) } }], paging, viewer),
    create: ({ tagList = [], ...article }, viewer) =>
      transaction(async () => {
        const slug = slugOf(article.title);
        const names = [...new Set(tagList)].sort();
        const { id } = await articles.create({ ...article, slug, tagList: names, authorId: viewer.id });
        await tags.createMany(names.map((name) => ({ name, articleId: id })));
        return show(slug, viewer);
      }),
    async change(slug, changes, viewer) {
      const { id } = await findOwn(slug, viewer);
      const renamed = changes.title === undefined ? {} : { slug: slugOf(changes.title) };
      const changed = await articles.update(id, { ...changes, ...renamed });
      return show(changed.slug, viewer);
    },
    remove: async (slug, viewer) => articles.remove((await findOwn(slug, viewer)).id),
    favorite: (slug, viewer) =>
      setFavorite(slug, viewer, (like) => favorites.upsert(like, { conflict: ["userId", "articleId"] })),
    unfavorite: (slug, viewer) => setFavorite(slug, viewer, (like) => favorites.removeMany(like)),
    tags: async () => [...new Set((await tags.find({ order: [["name", "asc"]] })).map(({ name }) => name))],
  };
};
