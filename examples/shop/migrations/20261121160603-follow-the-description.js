export async function up({ schema }) {
  await schema.createTable("settings", [
    { name: "place", type: "string(255)", primaryKey: true },
    { name: "document", type: "json" },
  ], {
    model: "Settings",
  });
}

export async function down({ schema }) {
  await schema.dropTable("settings");
}
