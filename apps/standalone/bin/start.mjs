#!/usr/bin/env node
// Only syntax that every Node since version 14 can read, so that an old one reaches the message below.
const [major, minor] = process.versions.node.split(".").map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`The media library needs Node.js 20.19 or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}

import("./launch.mjs").then(
  ({ launch }) => launch(),
  (error) => {
    process.stderr.write(`${error.stack}\n`)
    process.exit(1)
  }
)
