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
 * For esbuild: generated modules are empty, but for the lists that modules read while they load. The manifests are read in order to make them, and
 * must load where one is stale or was never made.
 */
export const withoutGenerated = (root) => ({
  name: "without-generated",
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /\/generated\// }, ({ path }) => ({ path, namespace: "generated" }))
    onLoad({ filter: /\/kinds(\.ts)?$/, namespace: "generated" }, () => ({
      contents: kindsOf(root),
      resolveDir: root
    }))
    onLoad({ filter: /\/(summaries|histories)(\.ts)?$/, namespace: "generated" }, () => ({
      contents: "export const summaries = [], histories = []"
    }))
    // As CommonJS, which may be asked for any name.
    onLoad({ filter: /.*/, namespace: "generated" }, () => ({ contents: "module.exports = {}" }))
  }
})
