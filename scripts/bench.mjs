// `npm run bench -- NAME` runs the measurement in bench/NAME.ts. Without a name, the command lists all measurements.
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { importBundled, root } from "./bundle.mjs"
import { fail } from "./steps.mjs"

const folder = join(root, "bench")
const names = (existsSync(folder) ? readdirSync(folder) : [])
  .map((file) => /^([a-z0-9-]+)\.ts$/.exec(file)?.[1])
  .filter((name) => name !== undefined)
const usage = `npm run bench -- NAME, where NAME is one of: ${names.join(", ")}`

const [name] = process.argv.slice(2)
if (name === undefined) {
  process.stdout.write(`${usage}\n`)
} else if (!names.includes(name)) {
  fail(usage)
} else {
  const { default: measure } = await importBundled(
    `bench-${name}`,
    `export { default } from "./bench/${name}.ts"`
  )
  const begin = performance.now()
  await measure({ log: (line) => process.stdout.write(`${line}\n`) })
  process.stdout.write(`${name}: ${((performance.now() - begin) / 1000).toFixed(1)} s\n`)
  // Exits even if a measurement left handles open, such as sockets.
  process.exit(0)
}
