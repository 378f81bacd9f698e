/**
 * For esbuild: generated modules are empty. The manifests are read in order to make them, and must load where one is
 * stale or was never made.
 */
export const withoutGenerated = {
  name: "without-generated",
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /\/generated\// }, ({ path }) => ({ path, namespace: "generated" }))
    // As CommonJS, which may be asked for any name.
    onLoad({ filter: /.*/, namespace: "generated" }, () => ({ contents: "module.exports = {}" }))
  }
}
