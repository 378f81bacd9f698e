// `npm run bench -- NAME` runs the measurement of bench/NAME.ts; without a name it lists all.
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
  // Handles left open by a measurement must not keep the command waiting.
  process.exit(0)
}
