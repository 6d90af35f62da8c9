// Who may call what is not public: tokens, separated by commas. Without any, nobody may.
export default {
  tokens: (process.env.SHOP_TOKENS ?? "").split(",").filter((token) => token !== ""),
};
