// The npm package downloads its binary from elsewhere; this fork of it brings one along.
module.exports = require("@appthreat/sqlite3").default;
