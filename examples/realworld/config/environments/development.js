// Overrides the other files of config/ in development.
export default {};
