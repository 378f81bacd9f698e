import tailwindcss from "@tailwindcss/vite"
import vue from "@vitejs/plugin-vue"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig, type Rollup } from "vite"
import { brotli, headOfPage } from "./headOfPage"
import { quietHls } from "./quietHls"

const server = process.env["MEDIA_WEB_PROXY"] ?? "http://127.0.0.1:8008"

/**
 * Modules that nearly every page uses. They are combined into one chunk, because the home page would otherwise load
 * 17 scripts, 12 of them smaller than 1.5 KB. Modules that use reka-ui are separate, because they load only when a
 * popup first opens.
 */
const kit = [
  /\/node_modules\/(@lucide\/vue|thumbhash)\//,
  /\/src\/(ui|lib)\//,
  // The excluded features use these modules only on their own pages.
  /\/src\/features\/(?!history|changelog|duplicates|markers|storage|trash|users)\w+\/(?:\w+\/)?(queries|definition|kind|keys|\w+Words)\.ts/,
  /\/src\/features\/items\/(kinds\/kinds|list\/(filter|ItemCard)|picture\/(hue|picture|ItemPicture)|state\/|status\/(itemStatus|ItemStatusBadge))/,
  /\/src\/list\/(CardSkeleton|MediaCard)/,
  /\/src\/features\/operations\/(useWorkSummary|runs\/(filterText|[rR]unStatus))/,
  /\/src\/features\/libraries\/(LibraryFacts|LibraryMenu|LibraryProgress|LibraryUpload|useScanNow|counts)/,
  // The excluded messages are used only in lists.
  /\/src\/features\/(accounts|books|items|libraries|operations)\/(?:\w+\/)?(?!listPage|selection)\w*[mM]essages\.ts/,
  /\/src\/(features\/watch\/watchRoute|viewers\/listBehind)/
]
/** Modules that only lists use. The first page does not load these modules. */
const ofLists =
  /\/src\/(ui\/(DataTable|VirtualGrid|useVirtualGrid|UiSlider)|lib\/useCountdown|list\/filterFields)/
const inKit = (id: string): boolean => {
  if (ofLists.test(id)) return false
  if (!kit.some((part) => part.test(id)) || id.includes("/i18n/pseudo")) return false
  // Vite splits a Vue component into several modules, whose ids are the path of the file with different queries.
  const text = id.includes("/src/ui/") ? readFileSync(id.split("?")[0]!, "utf8") : ""
  return !text.includes('"reka-ui"')
}

/** Returns the given modules and every module that they import, directly or indirectly. */
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
  /** The entry, and the modules that the most visited pages use. */
  readonly kit: ReadonlySet<string>
  /**
   * The code for selecting and scrolling many rows. It is separate from the rest of the list code, because the job
   * console needs only this part.
   */
  readonly rows: ReadonlySet<string>
  /** The modules of the kit that the most visited pages do not use: forms, tabs, and components for administrators. */
  readonly parts: ReadonlySet<string>
  /** The code that all lists of items and names share. */
  readonly list: ReadonlySet<string>
  /** The code that the pages of items share. */
  readonly page: ReadonlySet<string>
}

/**
 * Assigns modules to chunks. Each chunk also includes all modules that its modules import, except those in earlier
 * chunks. Otherwise chunks could import each other in a circle, and such chunks fail to start.
 */
const filesOf = (meta: Rollup.ManualChunkMeta): Files => {
  const all = [...meta.getModuleIds()]
  const start = all.filter((id) => meta.getModuleInfo(id)?.isEntry)
  const pages = all.filter((id) =>
    /\/(home\/(HomePage|HomeHero)|items\/list\/ItemListPage|watch\/WatchPage)\.vue$/.test(id)
  )
  const common = closure(meta, [...start, ...pages])
  return {
    // The home page and entity pages (such as performers) share the definitions of all item kinds. Without this rule,
    // the definitions would be in a chunk of their own, which requires another request.
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
        /\/(list\/ListPage\.vue|list\/useListPage\.ts|(history\/useUndo\.ts|items\/(menu\/ItemRowMenu\.vue|status\/UnreadyBar\.vue|selection\/(SelectionBar\.vue|useSelection\.ts)|(list\/listPage|selection\/selection)Messages\.ts)))$/.test(
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

/**
 * The assignment of modules to chunks. It is computed when Rollup asks for the chunk of the first module, because the
 * module graph is complete by then.
 */
let files: Files | undefined
const chunkOf: Rollup.GetManualChunk = (id, meta) => {
  files ??= filesOf(meta)
  return (["kit", "rows", "parts", "list", "page"] as const).find((name) => files?.[name].has(id))
}

export default defineConfig({
  // Built files use relative URLs, because the server determines the base path of the app at run time.
  base: "./",
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [vue(), tailwindcss(), quietHls(), headOfPage(), brotli()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  // lib/messages replaces the message compiler of vue-i18n with a smaller compiler.
  define: {
    __VUE_OPTIONS_API__: "false",
    __INTLIFY_DROP_MESSAGE_COMPILER__: "true",
    __INTLIFY_PROD_DEVTOOLS__: "false"
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // The build inlines no files as `data:` URLs, because the server's content security policy allows only files of its
    // own origin.
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
