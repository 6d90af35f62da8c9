import { HttpError } from "@onespec/framework-cli";

export default ({ repository, services }) => {
  const comments = repository("Comment");

  const showAll = async (found, viewer) => {
    const profiles = await services.profiles.showAll(
      found.map(({ author }) => author),
      viewer,
    );
    return found.map(({ articleId, authorId, ...comment }) => ({ ...comment, author: profiles.get(authorId) }));
  };

  return {
    async list(slug, viewer) {
      const { id: articleId } = await services.articles.find(slug);
      return showAll(
        await comments.find({ where: { articleId }, order: [["id", "asc"]], include: ["author"] }),
        viewer,
      );
    },
    async create(slug, { body }, viewer) {
      const { id: articleId } = await services.articles.find(slug);
      const comment = await comments.create({ body, articleId, authorId: viewer.id });
      return (await showAll([{ ...comment, author: viewer }], viewer))[0];
    },
    async remove(slug, id, viewer) {
      const { id: articleId } = await services.articles.find(slug);
      const [comment] = await comments.find({ where: { id, articleId } });
      if (!comment) throw new HttpError(404, `The article has no comment ${id}.`);
      if (comment.authorId !== viewer.id) throw new HttpError(403, "The comment is somebody else's.");
      await comments.remove(id);
    },
  };
};
