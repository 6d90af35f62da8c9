import { DataTypes, defineModel } from "@onespec/framework-cli";

/** A user follows an author. */
export default defineModel(
  "Follow",
  {
    followerId: {
      type: DataTypes.INTEGER,
      allowNull: false,
      references: { model: "User", key: "id" },
      onDelete: "CASCADE",
    },
    authorId: {
      type: DataTypes.INTEGER,
      allowNull: false,
      references: { model: "User", key: "id" },
      onDelete: "CASCADE",
    },
  },
  { timestamps: false, indexes: [{ unique: true, fields: ["followerId", "authorId"] }] },
);
