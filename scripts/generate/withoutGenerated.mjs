import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"

const base = "packages/features/src"

/** Contracts and scan read the kinds while they load: these come straight from the `kind.ts` files. */
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
 * An esbuild plugin: generated modules are empty, except for the lists that modules read while loading. Generating
 * reads the manifests, which must load even if a generated module is outdated or missing.
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
    // A CommonJS module, from which any name can be imported.
    onLoad({ filter: /.*/, namespace: "generated" }, () => ({ contents: "module.exports = {}" }))
  }
})
