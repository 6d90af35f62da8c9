import { DataTypes, defineModel } from "@onespec/framework-cli";

export default defineModel("Customer", {
  id: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 },
  name: { type: DataTypes.STRING(120), allowNull: false },
  email: { type: DataTypes.TEXT, allowNull: false },
  password: { type: DataTypes.STRING(72), hidden: true },
  phone: { type: DataTypes.TEXT },
  address: { type: DataTypes.JSON },
  newsletter: { type: DataTypes.BOOLEAN, defaultValue: false },
}, { createdAt: "createdAt", updatedAt: false });
