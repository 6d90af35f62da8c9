import { HttpError } from "@onespec/framework-cli";

export default ({ repository }) => {
  const follows = repository("Follow");

  const find = async (username) => {
    const [user] = await repository("User").find({ where: { username } });
    if (!user) throw new HttpError(404, `There is no user ${username}.`);
    return user;
  };
  /** @param authors users @returns by their ids, how they look to the viewer */
  const showAll = async (authors, viewer) => {
    const where = { followerId: viewer?.id ?? 0, authorId: { in: authors.map(({ id }) => id) } };
    const followed = new Set((await follows.find({ where })).map(({ authorId }) => authorId));
    return new Map(
      authors.map(({ id, username, bio, image }) => [id, { username, bio, image, following: followed.has(id) }]),
    );
  };
  const show = async (author, viewer) => (await showAll([author], viewer)).get(author.id);

  return {
    showAll,
    get: async (username, viewer) => show(await find(username), viewer),
    async follow(username, viewer) {
      const author = await find(username);
      await follows.upsert({ followerId: viewer.id, authorId: author.id }, { conflict: ["followerId", "authorId"] });
      return show(author, viewer);
    },
    async unfollow(username, viewer) {
      const author = await find(username);
      await follows.removeMany({ followerId: viewer.id, authorId: author.id });
      return show(author, viewer);
    },
    followedBy: async (viewer) =>
      (await follows.find({ where: { followerId: viewer.id } })).map(({ authorId }) => authorId),
  };
};
