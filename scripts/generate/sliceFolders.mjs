import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"

const base = "packages/features/src"
const isSource = (name) => name.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(name)

/**
 * Returns the source of a module that loads the manifest and the files of every slice. The module is the input of
 * `registries` in `packages/api/src/emit`.
 */
export const sliceFolders = (root) => {
  const lines = ['export { registries } from "./packages/api/src/emit/registries.ts"']
  let count = 0
  const load = (path) => {
    count += 1
    lines.push(`import * as m${count} from "./${path}"`)
    return `m${count}`
  }
  const foldersIn = (path) =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "generated")
      .map(({ name }) => name)
      .sort()
  const folders = foldersIn(base)
    .flatMap((tier) => foldersIn(`${base}/${tier}`).map((slice) => `${tier}/${slice}`))
    .map((folder) => {
      const entries = readdirSync(join(root, base, folder), { withFileTypes: true })
      const files = entries
        .filter((entry) => entry.isFile() && isSource(entry.name) && entry.name !== "slice.ts")
        .map(({ name }) => `${JSON.stringify(name.slice(0, -3))}: ${load(`${base}/${folder}/${name}`)}`)
      const manifest = existsSync(join(root, base, folder, "slice.ts"))
        ? load(`${base}/${folder}/slice.ts`)
        : "undefined"
      const inner = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
      return `  { folder: ${JSON.stringify(folder)}, manifest: ${manifest}, files: { ${files.join(", ")} }, folders: ${JSON.stringify(inner)} }`
    })
  return [...lines, `export const folders = [\n${folders.join(",\n")}\n]`].join("\n")
}
