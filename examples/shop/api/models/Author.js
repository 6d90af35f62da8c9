import { DataTypes, defineModel } from "@onespec/framework-cli";

export default defineModel("Author", {
  id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
  name: { type: DataTypes.STRING(120), allowNull: false },
  country: { type: DataTypes.TEXT },
  bornOn: { type: DataTypes.DATEONLY },
  website: { type: DataTypes.TEXT },
  biography: { type: DataTypes.STRING(2000) },
}, { createdAt: "createdAt", updatedAt: false });
