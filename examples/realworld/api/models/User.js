import { DataTypes, defineModel } from "@onespec/framework-cli";

export default defineModel("User", {
  username: { type: DataTypes.STRING(100), allowNull: false, unique: true },
  email: { type: DataTypes.STRING(200), allowNull: false, unique: true },
  passwordHash: { type: DataTypes.STRING(200), allowNull: false },
  bio: DataTypes.TEXT,
  image: DataTypes.TEXT,
});
