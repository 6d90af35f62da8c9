// What differs while developing. Wins over the other files of config/.
export default {
  shop: { tokens: ["development-token"] },
};
