import { DataTypes, defineModel } from "@onespec/framework-cli";

export default defineModel("Settings", {
  place: { type: DataTypes.STRING(255), primaryKey: true },
  document: { type: DataTypes.JSON },
}, { timestamps: false });
