#!/usr/bin/env node
// Uses only syntax that Node 14 supports, so that old versions of Node can print the message below.
const [major, minor] = process.versions.node.split(".").map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Media Library needs Node.js 20.19 or newer, but this is ${process.versions.node}.\n`)
  process.exit(1)
}

import("./launch.mjs").then(
  ({ launch }) => launch(),
  (error) => {
    process.stderr.write(`${error.stack}\n`)
    process.exit(1)
  }
)
