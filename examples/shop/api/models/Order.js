import { DataTypes, defineModel } from "@onespec/framework-cli";

export default defineModel("Order", {
  id: { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 },
  status: {
    type: DataTypes.ENUM("pending", "paid", "shipped", "delivered", "cancelled"),
    allowNull: false,
    defaultValue: "pending",
  },
  total: { type: DataTypes.BIGINT, allowNull: false },
  cancelledAt: { type: DataTypes.DATE },
  customerId: { type: DataTypes.UUID, allowNull: false },
  items: { type: DataTypes.JSON, allowNull: false },
  shippingAddress: { type: DataTypes.JSON },
  note: { type: DataTypes.STRING(500) },
}, {
  createdAt: "createdAt",
  updatedAt: false,
  associations: { customer: { belongsTo: "Customer", foreignKey: "customerId" } },
});
