// Writes all generated files. First writes the registries, which are generated from the manifests of the slices. Then
// writes the files derived from the registries, such as the OpenAPI document. With `--check`, writes no files, and
// fails if a file differs.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { importBundled, root } from "./bundle.mjs"
import { withoutGenerated } from "./generate/withoutGenerated.mjs"
import { sliceFolders } from "./generate/sliceFolders.mjs"
import { fail } from "./steps.mjs"

const isCheck = process.argv.includes("--check")

/** Returns a description of the first line in which two files differ. */
const difference = ([path, expected]) => {
  if (!existsSync(join(root, path))) return [`${path} is missing`]
  const actual = readFileSync(join(root, path), "utf8")
  if (actual === expected) return []
  const old = actual.split("\n")
  const fresh = expected.split("\n")
  const line = fresh.findIndex((text, n) => text !== old[n])
  const at = line < 0 ? fresh.length : line
  return [
    `${path}:${at + 1}\n  is        ${old[at] ?? "(end of file)"}\n  should be ${fresh[at] ?? "(end of file)"}`
  ]
}

const stale = (lines) => fail(`${lines.join("\n")}\nRun "npm run generate" and commit the result.`)

/** Writes the files. With `--check`, writes no files, and fails if an existing file differs. */
const settle = (files) => {
  if (isCheck) {
    const differences = Object.entries(files).flatMap(difference)
    if (differences.length > 0) stale(differences)
    return
  }
  for (const [path, content] of Object.entries(files)) {
    if (difference([path, content]).length === 0) continue
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), content)
    process.stdout.write(`${path}\n`)
  }
}

/**
 * Loads a module. If this fails, the error message recommends the compiler, which reports more errors than the bundler,
 * with their positions.
 */
const load = (...module) =>
  importBundled(...module).catch((error) => fail(`${error}\nThe code cannot be loaded: see "npm run types".`))

const { folders, registries } = await load("generate-registries", sliceFolders(root), [
  withoutGenerated(root)
])
const { files: registryFiles, problems } = registries(folders)
if (problems.length > 0) fail(problems.join("\n"))
settle(registryFiles)

const { emit } = await load("generate", 'export { emit } from "./packages/api/src/emit.ts"')
const files = { ...registryFiles, ...emit() }
settle(files)

const stray = [...new Set(Object.keys(files).map((path) => dirname(path)))]
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
  .filter((path) => !(path in files))
if (isCheck && stray.length > 0) stale(stray.map((path) => `${path} is no longer generated`))
for (const path of stray) rmSync(join(root, path))
process.stdout.write(`${Object.keys(files).length} generated files are up to date\n`)
