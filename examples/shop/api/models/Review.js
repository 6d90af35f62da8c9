import { DataTypes, defineModel } from "@onespec/framework-cli";

export default defineModel("Review", {
  id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
  bookId: {
    type: DataTypes.BIGINT,
    allowNull: false,
    references: { model: "Book", key: "id" },
    onDelete: "CASCADE",
  },
  rating: { type: DataTypes.INTEGER, allowNull: false },
  reviewer: { type: DataTypes.STRING(80), allowNull: false },
  comment: { type: DataTypes.STRING(2000) },
}, {
  createdAt: "createdAt",
  updatedAt: false,
  associations: { book: { belongsTo: "Book", foreignKey: "bookId" } },
});
