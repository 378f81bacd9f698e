// Writes everything that is derived from the code: the OpenAPI document, the table of endpoints, docs/generated.
// `--check` writes nothing and fails when a file is not what it would write.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { importBundled, root } from "./bundle.mjs"
import { fail } from "./steps.mjs"

const isCheck = process.argv.includes("--check")

// Every slice's queue module, found by its role: a new queue needs no line here.
const slices = join(root, "packages/features/src")
const queueModules = readdirSync(slices)
  .filter((slice) => existsSync(join(slices, slice, "queue.ts")))
  .sort()
const source = [
  'export { emit } from "./packages/api/src/emit.ts"',
  ...queueModules.map(
    (slice, n) => `import * as queues${n} from "./packages/features/src/${slice}/queue.ts"`
  ),
  `export const queueModules = [${queueModules.map((_, n) => `queues${n}`).join(", ")}]`
].join("\n")

const { emit, queueModules: modules } = await importBundled("generate", source)
const files = emit(modules)

/** The first line in which two texts differ, for people. */
const difference = (path, expected) => {
  if (!existsSync(join(root, path))) return `${path} is missing`
  const actual = readFileSync(join(root, path), "utf8")
  if (actual === expected) return undefined
  const old = actual.split("\n")
  const fresh = expected.split("\n")
  const line = fresh.findIndex((text, n) => text !== old[n])
  const at = line < 0 ? fresh.length : line
  return `${path}:${at + 1}\n  is        ${old[at] ?? "(end of file)"}\n  should be ${fresh[at] ?? "(end of file)"}`
}

const folders = [...new Set(Object.keys(files).map((path) => dirname(path)))]
const stray = folders
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
  .filter((path) => !(path in files))

if (isCheck) {
  const problems = [
    ...Object.entries(files).flatMap(([path, content]) => difference(path, content) ?? []),
    ...stray.map((path) => `${path} is not generated any more`)
  ]
  if (problems.length > 0) fail(`${problems.join("\n")}\nRun "npm run generate" and commit the result.`)
  process.stdout.write(`${Object.keys(files).length} generated files are up to date\n`)
} else {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  for (const path of stray) rmSync(join(root, path))
  process.stdout.write(`${Object.keys(files).join("\n")}\n`)
}
