import { DataTypes, defineModel } from "@onespec/framework-cli";

/** One row: how the shop is run. */
export default defineModel(
  "Setting",
  {
    id: { type: DataTypes.INTEGER, primaryKey: true },
    shopName: { type: DataTypes.STRING(80), allowNull: false },
    currency: { type: DataTypes.ENUM("EUR", "GBP", "USD"), allowNull: false },
    taxRate: { type: DataTypes.DOUBLE, allowNull: false },
    freeShippingFrom: { type: DataTypes.INTEGER },
    supportEmail: { type: DataTypes.STRING(320) },
  },
  { createdAt: false, updatedAt: "updatedAt" },
);
