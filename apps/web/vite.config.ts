import tailwindcss from "@tailwindcss/vite"
import vue from "@vitejs/plugin-vue"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig, type Rollup } from "vite"
import { brotli, headOfPage } from "./headOfPage"
import { quietHls } from "./quietHls"

const server = process.env["MEDIA_WEB_PROXY"] ?? "http://127.0.0.1:8008"

/**
 * Combines code that nearly every page uses in one file. Without this, the home page had 17 scripts, 12 of them below
 * 1.5 KB. Modules with reka-ui load when a popup first opens, and stay separate.
 */
const kit = [
  /\/node_modules\/(@lucide\/vue|thumbhash)\//,
  /\/src\/(ui|lib)\//,
  // Modules of other features, which only their own pages use.
  /\/src\/features\/(?!history|changelog|duplicates|markers|storage|trash|users)\w+\/(?:\w+\/)?(queries|definition|kind|keys|\w+Words)\.ts/,
  /\/src\/features\/items\/(kinds\/kinds|list\/(filter|ItemCard)|picture\/(hue|picture|ItemPicture)|state\/|status\/(itemStatus|ItemStatusBadge))/,
  /\/src\/list\/(CardSkeleton|MediaCard)/,
  /\/src\/features\/operations\/(useWorkSummary|runs\/(filterText|[rR]unStatus))/,
  /\/src\/features\/libraries\/(LibraryFacts|LibraryMenu|LibraryProgress|LibraryUpload|useScanNow|counts)/,
  // Features that only lists use.
  /\/src\/features\/(accounts|books|items|libraries|operations)\/(?:\w+\/)?(?!listPage|selection)\w*[mM]essages\.ts/,
  /\/src\/(features\/watch\/watchRoute|viewers\/listBehind)/
]
/** Modules that only lists use, so the first page does not load them. */
const ofLists =
  /\/src\/(ui\/(DataTable|VirtualGrid|useVirtualGrid|UiSlider)|lib\/useCountdown|list\/filterFields)/
const inKit = (id: string): boolean => {
  if (ofLists.test(id)) return false
  if (!kit.some((part) => part.test(id)) || id.includes("/i18n/pseudo")) return false
  // Vite splits a component into several modules with the same file.
  const text = id.includes("/src/ui/") ? readFileSync(id.split("?")[0]!, "utf8") : ""
  return !text.includes('"reka-ui"')
}

/** These modules and everything that they import, directly or indirectly. */
const closure = (meta: Rollup.ManualChunkMeta, roots: Iterable<string>): ReadonlySet<string> => {
  const seen = new Set<string>()
  const visit = (id: string): void => {
    if (seen.has(id)) return
    seen.add(id)
    meta.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  for (const id of roots) visit(id)
  return seen
}

interface Files {
  /** The entry, and the components that the most visited pages use. */
  readonly kit: ReadonlySet<string>
  /** Selection and scrolling of many rows, which the job console needs without the other code of lists. */
  readonly rows: ReadonlySet<string>
  /** The rest of the kit: forms, tabs, and components for administrators. */
  readonly parts: ReadonlySet<string>
  /** The code shared by all lists of items and of names. */
  readonly list: ReadonlySet<string>
  /** The code shared by the pages of items. */
  readonly page: ReadonlySet<string>
}

/**
 * Each chunk includes its imports, except those in the previous chunk, because chunks with circular imports do not
 * start.
 */
const filesOf = (meta: Rollup.ManualChunkMeta): Files => {
  const all = [...meta.getModuleIds()]
  const start = all.filter((id) => meta.getModuleInfo(id)?.isEntry)
  const pages = all.filter((id) =>
    /\/(home\/(HomePage|HomeHero)|items\/list\/ItemListPage|watch\/WatchPage)\.vue$/.test(id)
  )
  const common = closure(meta, [...start, ...pages])
  return {
    // Home and the pages of people share the definitions of all kinds, which would otherwise be a separate request.
    kit: closure(meta, [
      ...start,
      ...all.filter(
        (id) =>
          common.has(id) &&
          (inKit(id) || /\/(items\/kinds\/definitions|movies\/mixedDefinition)\.ts$/.test(id))
      )
    ]),
    rows: closure(
      meta,
      all.filter((id) => /\/(items\/selection\/useSelection|ui\/useVirtualGrid\/index)\.ts$/.test(id))
    ),
    parts: closure(meta, all.filter(inKit)),
    list: closure(
      meta,
      all.filter((id) =>
        /\/(list\/ListPage\.vue|list\/useListPage\.ts|(history\/useUndo\.ts|items\/(menu\/ItemRowMenu\.vue|selection\/(SelectionBar\.vue|useSelection\.ts)|(list\/listPage|selection\/selection)Messages\.ts)))$/.test(
          id
        )
      )
    ),
    page: closure(
      meta,
      all.filter((id) =>
        /\/(items\/(page\/(ItemPage|ItemFacts)|status\/ItemProblem)|videos\/(VideoFacts|VideoProblem))\.vue$/.test(
          id
        )
      )
    )
  }
}

/** The module graph is complete when the first module is requested. */
let files: Files | undefined
const chunkOf: Rollup.GetManualChunk = (id, meta) => {
  files ??= filesOf(meta)
  return (["kit", "rows", "parts", "list", "page"] as const).find((name) => files?.[name].has(id))
}

export default defineConfig({
  // Files use relative URLs, because the server determines the base of the app at run time.
  base: "./",
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [vue(), tailwindcss(), quietHls(), headOfPage(), brotli()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  // lib/messages compiles messages with fewer features and less code than vue-i18n.
  define: {
    __VUE_OPTIONS_API__: "false",
    __INTLIFY_DROP_MESSAGE_COMPILER__: "true",
    __INTLIFY_PROD_DEVTOOLS__: "false"
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // The server's content security policy only allows files of its own origin, so data: URLs do not work.
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
