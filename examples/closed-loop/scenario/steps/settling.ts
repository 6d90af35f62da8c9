import type { Shop } from "../shop.js";
import { moment } from "./changing-records.js";

/** One document that is always there. */
export async function settling(shop: Shop): Promise<void> {
  const { settings } = shop.client;
  await shop.tell(
    "replaced",
    () =>
      settings.replace({
        shopName: "The Open Book",
        currency: "EUR",
        taxRate: 0.07,
        freeShippingFrom: 5000,
        supportEmail: "help@bookshop.example",
      }),
    "settings",
  );
  await shop.tell("read", () => settings.get(), "settings");
  await moment();
  await shop.tell("changed", () => settings.update({ freeShippingFrom: 3000 }), "settings");
  await moment();
  await shop.tell(
    "replaced by the least",
    () => settings.replace({ shopName: "Shut", currency: "USD", taxRate: 0.19 }),
    "settings",
  );
  await shop.tell("read again", () => settings.get(), "settings");
  await shop.tell("wrong, rejected here", () => settings.update({ taxRate: 7 }));
  await shop.tell("wrong, rejected there", () =>
    settings.update({ taxRate: 7, currency: "DM" } as never, { validate: false }),
  );
  await shop.tell("too little", () => settings.replace({ shopName: "Half" } as never, { validate: false }));
  await shop.tell("a stranger", () => shop.clientWith(undefined).settings.get());
  await shop.tell("as they were", () => settings.get(), "settings");
  await shop.send("not to be deleted", "DELETE", "/settings");
}
