#!/usr/bin/env node
// The application's own command: node bin/framework.js lift
import "@onespec/framework-cli/cli";
