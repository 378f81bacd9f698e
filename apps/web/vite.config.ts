import tailwindcss from "@tailwindcss/vite"
import vue from "@vitejs/plugin-vue"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig, type Rollup } from "vite"
import { brotli, headOfPage } from "./headOfPage"
import { quietHls } from "./quietHls"

const server = process.env["MEDIA_WEB_PROXY"] ?? "http://127.0.0.1:8008"

/**
 * Code that nearly every page uses goes into one file: by default the home page had 17 scripts, 12 of them below 1.5
 * KB. Modules with reka-ui are loaded when a popup first opens, and stay separate.
 */
const kit = [
  /\/node_modules\/(@lucide\/vue|thumbhash)\//,
  /\/src\/(ui|lib)\//,
  // The modules of other features are only used by their own pages.
  /\/src\/features\/(?!history|changelog|duplicates|markers|storage|trash|users)\w+\/(?:\w+\/)?(queries|definition|kind|keys|\w+Words)\.ts/,
  /\/src\/features\/items\/(kinds\/kinds|list\/(filter|ItemCard)|picture\/(hue|picture|ItemPicture)|state\/|status\/(itemStatus|ItemStatusBadge))/,
  /\/src\/list\/(CardSkeleton|MediaCard)/,
  /\/src\/features\/operations\/(useWorkSummary|runs\/(filterText|[rR]unStatus))/,
  /\/src\/features\/libraries\/(LibraryFacts|LibraryMenu|LibraryProgress|LibraryUpload|useScanNow|counts)/,
  // Only lists use these features.
  /\/src\/features\/(accounts|books|items|libraries|operations)\/(?:\w+\/)?(?!listPage|selection)\w*[mM]essages\.ts/,
  /\/src\/(features\/watch\/watchRoute|viewers\/listBehind)/
]
/** Only lists use these, so the first page does not load them. */
const ofLists =
  /\/src\/(ui\/(DataTable|VirtualGrid|useVirtualGrid|UiSlider)|lib\/useCountdown|list\/filterFields)/
const inKit = (id: string): boolean => {
  if (ofLists.test(id)) return false
  if (!kit.some((part) => part.test(id)) || id.includes("/i18n/pseudo")) return false
  // A component is several modules of one file.
  const text = id.includes("/src/ui/") ? readFileSync(id.split("?")[0]!, "utf8") : ""
  return !text.includes('"reka-ui"')
}

/** These modules, all that they import, and what that imports. */
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
  /** Selecting and scrolling many rows, which operations need without the rest of the code of lists. */
  readonly rows: ReadonlySet<string>
  /** The rest of the kit: forms, tabs, what only administrators see. */
  readonly parts: ReadonlySet<string>
  /** The parts of all lists, of items and of names. */
  readonly list: ReadonlySet<string>
  /** The code that the pages of items share. */
  readonly page: ReadonlySet<string>
}

/**
 * Each chunk includes its imports, except for those of the chunk before: chunks that import each other in a circle do
 * not start.
 */
const filesOf = (meta: Rollup.ManualChunkMeta): Files => {
  const all = [...meta.getModuleIds()]
  const start = all.filter((id) => meta.getModuleInfo(id)?.isEntry)
  const pages = all.filter((id) =>
    /\/(home\/(HomePage|HomeHero)|items\/list\/ItemListPage|watch\/WatchPage)\.vue$/.test(id)
  )
  const common = closure(meta, [...start, ...pages])
  return {
    // Home and the pages of people share the definitions of all kinds, which would be a request of their own.
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

/** The graph is complete when the first module is asked for. */
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
  // Messages are compiled by lib/messages, which knows less and is smaller.
  define: {
    __VUE_OPTIONS_API__: "false",
    __INTLIFY_DROP_MESSAGE_COMPILER__: "true",
    __INTLIFY_PROD_DEVTOOLS__: "false"
  },
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
