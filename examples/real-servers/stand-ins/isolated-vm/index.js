// Needs a compiler; Directus runs sandboxed extensions in it, and here there are none.
module.exports = {};
