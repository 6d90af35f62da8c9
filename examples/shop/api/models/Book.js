import { DataTypes, defineModel } from "@onespec/framework-cli";

export default defineModel("Book", {
  id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
  title: { type: DataTypes.STRING(200), allowNull: false },
  authorId: { type: DataTypes.BIGINT, allowNull: false },
  genre: {
    type: DataTypes.ENUM("fiction", "science", "history", "poetry", "children", "travel"),
    allowNull: false,
  },
  price: { type: DataTypes.INTEGER, allowNull: false },
  isbn: { type: DataTypes.TEXT },
  publishedOn: { type: DataTypes.DATEONLY },
  pages: { type: DataTypes.INTEGER },
  inStock: { type: DataTypes.BOOLEAN, defaultValue: true },
  tags: { type: DataTypes.JSON },
}, { associations: { author: { belongsTo: "Author", foreignKey: "authorId" } } });
