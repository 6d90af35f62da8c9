import { DataTypes, defineModel } from "@onespec/framework-cli";

export default defineModel(
  "Comment",
  {
    body: { type: DataTypes.TEXT, allowNull: false },
    articleId: {
      type: DataTypes.INTEGER,
      allowNull: false,
      references: { model: "Article", key: "id" },
      onDelete: "CASCADE",
    },
    authorId: {
      type: DataTypes.INTEGER,
      allowNull: false,
      references: { model: "User", key: "id" },
      onDelete: "CASCADE",
    },
  },
  { associations: { author: { belongsTo: "User", foreignKey: "authorId" } } },
);
