import tailwindcss from "@tailwindcss/vite"
import vue from "@vitejs/plugin-vue"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig, type Rollup } from "vite"
import { brotli, headOfPage } from "./headOfPage"
import { quietHls } from "./quietHls"

const server = process.env["MEDIA_WEB_PROXY"] ?? "http://127.0.0.1:8008"

/**
 * What nearly every page uses in one file: left to the bundler, the home page was 17 scripts, 12 of them below 1.5 KB.
 * What carries reka-ui is loaded when it is first opened, and stays apart.
 */
const kit = [
  /\/node_modules\/(@lucide\/vue|thumbhash)\//,
  /\/src\/(ui|lib)\//,
  // The others' are read by their own pages alone.
  /\/src\/features\/(?!audit|changelog|duplicates|storage|trash|users)\w+\/(queries|definition|kind|keys|\w+Words)\.ts/,
  /\/src\/features\/items\/(filter|runtime|itemStatus|kinds|picture|userState|useItemState|ItemCard|ItemPicture|ItemStatusBadge|MediaCard)/,
  /\/src\/list\/(CardSkeleton|MediaCard)/,
  /\/src\/features\/operations\/(useWorkSummary|filterText|[rR]unStatus)/,
  /\/src\/features\/libraries\/(LibraryFacts|LibraryMenu|LibraryProgress|LibraryUpload|useScanNow|counts)/,
  /\/src\/features\/(accounts|books|items|libraries|operations)\/\w*[mM]essages\.ts/,
  /\/src\/player\/watchRoute/
]
const inKit = (id: string): boolean => {
  if (!kit.some((part) => part.test(id)) || id.includes("/i18n/pseudo")) return false
  // A component is several modules of one file.
  const text = id.includes("/src/ui/") ? readFileSync(id.split("?")[0]!, "utf8") : ""
  return !text.includes('"reka-ui"')
}

/** All that these modules import, and what that imports. */
const reachable = (meta: Rollup.ManualChunkMeta, from: RegExp): ReadonlySet<string> => {
  const seen = new Set<string>()
  const visit = (id: string): void => {
    if (seen.has(id)) return
    seen.add(id)
    meta.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  for (const id of meta.getModuleIds()) if (meta.getModuleInfo(id)?.isEntry || from.test(id)) visit(id)
  return seen
}

/** The graph is complete when the first chunk is asked for. */
let graph: { readonly start: ReadonlySet<string>; readonly common: ReadonlySet<string> } | undefined
const chunkOf: Rollup.GetManualChunk = (id, meta) => {
  graph ??= {
    start: reachable(meta, /^$/),
    common: reachable(meta, /\/(home\/HomePage|items\/ItemListPage|player\/WatchPage)\.vue$/)
  }
  // All of the start: what were left out of it would need the kit, and the kit it.
  if (graph.start.has(id)) return "kit"
  if (!inKit(id)) return undefined
  // The rest of the kit is one file, too: forms, tabs, what only administrators see.
  return graph.common.has(id) ? "kit" : "parts"
}

export default defineConfig({
  // Files name each other by relative addresses: the server says at run time where the app lies.
  base: "./",
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [vue(), tailwindcss(), quietHls(), headOfPage(), brotli()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  // Messages are compiled by lib/messages, which knows less and is smaller.
  define: { __INTLIFY_DROP_MESSAGE_COMPILER__: "true", __INTLIFY_PROD_DEVTOOLS__: "false" },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // The content security policy of the server allows files of its own origin only, hence no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      output: { manualChunks: chunkOf, onlyExplicitManualChunks: true }
    }
  },
  server: {
    port: 5173,
    proxy: {
      "/api/live": { target: server.replace(/^http/, "ws"), ws: true },
      "/api": { target: server }
    }
  }
})
