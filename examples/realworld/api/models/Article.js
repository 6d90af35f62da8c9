import { DataTypes, defineModel } from "@onespec/framework-cli";

export default defineModel(
  "Article",
  {
    slug: { type: DataTypes.STRING(255), allowNull: false, unique: true },
    title: { type: DataTypes.TEXT, allowNull: false },
    description: { type: DataTypes.TEXT, allowNull: false },
    body: { type: DataTypes.TEXT, allowNull: false },
    tagList: { type: DataTypes.JSON, allowNull: false },
    favoritesCount: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
    authorId: {
      type: DataTypes.INTEGER,
      allowNull: false,
      references: { model: "User", key: "id" },
      onDelete: "CASCADE",
    },
  },
  { associations: { author: { belongsTo: "User", foreignKey: "authorId" } } },
);
