/**
 * Field names that would hide members of Sequelize's instances or of plain objects, or that have a meaning in queries.
 */
export const RESERVED_FIELDS: ReadonlySet<string> = new Set([
  ..."get set save update destroy validate changed reload restore increment decrement equals build bulkBuild".split(
    " ",
  ),
  ..."sequelize dataValues isNewRecord isSoftDeleted previous where toJSON setDataValue getDataValue".split(" "),
  ..."addHook removeHook hasHook hasHooks".split(" "),
  ..."and or not".split(" "),
  ..."constructor prototype hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf then".split(
    " ",
  ),
]);

/** Model names that would hide a global of JavaScript or a word of the framework. */
export const RESERVED_MODELS: ReadonlySet<string> = new Set([
  ..."Array ArrayBuffer BigInt Boolean Buffer Date Error Function Infinity Intl Iterator JSON Map Math NaN Number Object".split(
    " ",
  ),
  ..."Promise Proxy Reflect RegExp Set String Symbol WeakMap WeakRef WeakSet".split(" "),
  ..."DataTypes HttpError Model Reply Sequelize Service Action Policy Database Repository".split(" "),
]);

/** Windows reserves these names for devices, with every extension. */
export const RESERVED_FILES: RegExp = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
