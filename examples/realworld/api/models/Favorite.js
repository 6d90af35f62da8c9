import { DataTypes, defineModel } from "@onespec/framework-cli";

/** A user likes an article. */
export default defineModel(
  "Favorite",
  {
    userId: {
      type: DataTypes.INTEGER,
      allowNull: false,
      references: { model: "User", key: "id" },
      onDelete: "CASCADE",
    },
    articleId: {
      type: DataTypes.INTEGER,
      allowNull: false,
      references: { model: "Article", key: "id" },
      onDelete: "CASCADE",
    },
  },
  { timestamps: false, indexes: [{ unique: true, fields: ["userId", "articleId"] }] },
);
