export async function up({ schema }) {
  await schema.alterColumn("orders", { name: "status", type: "string(16)", nullable: false, default: "pending" }, { from: { name: "status", type: "string(16)", nullable: false } });
}

export async function down({ schema }) {
  await schema.alterColumn("orders", { name: "status", type: "string(16)", nullable: false }, { from: { name: "status", type: "string(16)", nullable: false, default: "pending" } });
}
