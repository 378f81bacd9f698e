import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"

const base = "packages/features/src"

/**
 * Returns the source of a module that collects the kinds from the `kind.ts` files. An empty module would not be enough,
 * because contracts and the scan read the kinds while they load.
 */
const kindsOf = (root) => {
  const folders = (path) =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${path}/${name}`)
  const files = folders(base)
    .flatMap(folders)
    .map((folder) => `${folder}/kind.ts`)
    .filter((path) => existsSync(join(root, path)))
  const imports = files.map((path, n) => `import * as k${n} from "./${path}"`)
  const modules = files.map((_, n) => `k${n}`)
  return [
    ...imports,
    `export const kinds = [${modules.join(", ")}].flatMap(Object.values).filter((value) => "extensions" in value)`
  ].join("\n")
}

/**
 * Creates an esbuild plugin that replaces generated modules with empty ones, except for lists that other modules read
 * while they load. The generator can then load the manifests even if a generated module is outdated or missing.
 */
export const withoutGenerated = (root) => ({
  name: "without-generated",
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /\/generated\// }, ({ path }) => ({ path, namespace: "generated" }))
    onLoad({ filter: /\/kinds(\.ts)?$/, namespace: "generated" }, () => ({
      contents: kindsOf(root),
      resolveDir: root
    }))
    onLoad({ filter: /\/(summaries|histories|undo)(\.ts)?$/, namespace: "generated" }, () => ({
      contents: "export const summaries = [], histories = [], eventUndos = [], commandUndos = []"
    }))
    // An empty CommonJS module is used, because importing any name from such a module works.
    onLoad({ filter: /.*/, namespace: "generated" }, () => ({ contents: "module.exports = {}" }))
  }
})
