export async function up({ schema }) {
  await schema.createTable("settings", [
    { name: "id", type: "integer", primaryKey: true },
    { name: "shop_name", type: "string(80)", nullable: false },
    { name: "currency", type: "string(16)", nullable: false },
    { name: "tax_rate", type: "double", nullable: false },
    { name: "free_shipping_from", type: "integer" },
    { name: "support_email", type: "string(320)" },
    { name: "updated_at", type: "timestamp", nullable: false },
  ], {
    checks: [
      { column: "currency", name: "settings_currency_check", values: ["EUR", "GBP", "USD"] },
    ],
  });
}

export async function down({ schema }) {
  await schema.dropTable("settings");
}
