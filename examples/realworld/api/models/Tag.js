import { DataTypes, defineModel } from "@onespec/framework-cli";

/** An article has a tag. */
export default defineModel(
  "Tag",
  {
    name: { type: DataTypes.STRING(50), allowNull: false },
    articleId: {
      type: DataTypes.INTEGER,
      allowNull: false,
      references: { model: "Article", key: "id" },
      onDelete: "CASCADE",
    },
  },
  { timestamps: false, indexes: [{ unique: true, fields: ["name", "articleId"] }] },
);
