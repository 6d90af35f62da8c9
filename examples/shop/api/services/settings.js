import { pick } from "@onespec/framework-cli";

/** The only row there is. */
const ID = 1;
const FIRST = { shopName: "The Open Book", currency: "EUR", taxRate: 0.07, freeShippingFrom: null, supportEmail: null };
const NAMES = Object.keys(FIRST);

/** The settings of the shop: one document that is there from the beginning. */
export default ({ repository }) => {
  const settings = repository("Setting");
  const current = async () => (await settings.get(ID)) ?? settings.create({ id: ID, ...FIRST });
  /** Without the key, and without what is not set. */
  const shown = ({ id, ...rest }) => Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  return {
    read: async () => shown(await current()),
    async update(body) {
      await current();
      return shown(await settings.update(ID, pick(body, NAMES)));
    },
    async replace(body) {
      await current();
      return shown(await settings.update(ID, { freeShippingFrom: null, supportEmail: null, ...pick(body, NAMES) }));
    },
  };
};
