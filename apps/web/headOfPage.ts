import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { brotliCompress, constants } from "node:zlib"
import type { Plugin, Rollup } from "vite"

const source = fileURLToPath(new URL("./src", import.meta.url))

/**
 * Returns a pattern for the path of each page, and the file of the page's component. Reads both from the text of each
 * `routes.ts`, because these modules can be imported only in a browser.
 */
const pagesByPath = (): ReadonlyArray<readonly [path: RegExp, file: string]> => {
  const folders = readdirSync(join(source, "features")).map((name) => `features/${name}`)
  return folders
    .filter((folder) => existsSync(join(source, folder, "routes.ts")))
    .flatMap((folder) => {
      const read = (name: string): string => readFileSync(join(source, folder, name), "utf8")
      const text = read("routes.ts")
      const page = (name: string) => join(source, folder, `${name}.vue`)
      const list = /kindRoutes\(/.test(text) ? /list: "([\w-]+)"/.exec(read("kind.ts"))?.[1] : undefined
      if (list !== undefined) {
        const [inList = "", inDetail = ""] = [...text.matchAll(/import\("\.\/(\w+)\.vue"\)/g)].map(
          ([, name = ""]) => name
        )
        return [
          [new RegExp(`^/${list}/?$`), page(inList)],
          [new RegExp(`^/${list}/[^/]+$`), page(inDetail)]
        ] as const
      }
      return [
        ...text.matchAll(/path: "(\/[^"]*)"[^}]*?import\("\.\/(\w+)\.vue"\)([^}]*\}[^}]*children)?/g)
      ].map(
        ([, path = "", name = "", hasChildren]) =>
          [
            new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}${hasChildren ? "(/|$)" : "/?$"}`),
            page(name)
          ] as const
      )
    })
}

const closure = (bundle: Rollup.OutputBundle, name: string, seen = new Set<string>()): Set<string> => {
  const chunk = bundle[name]
  if (seen.has(name) || chunk?.type !== "chunk") return seen
  seen.add(name)
  for (const imported of chunk.imports) closure(bundle, imported, seen)
  return seen
}

/**
 * Lists the files of each page for the script in the head of index.html. The browser can then load these files in
 * parallel with the entry chunk. Also delays the full style sheet until after the first paint. The first paint needs
 * only the inline styles.
 */
export const headOfPage = (): Plugin => ({
  name: "head-of-page",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk")
      const entry = chunks.find(({ isEntry }) => isEntry)
      const early = closure(bundle, entry?.fileName ?? "")
      const pages = pagesByPath().flatMap(([path, file]) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(file))
        if (!chunk)
          throw new Error(`${file} is not a separate chunk, so the head of index.html cannot refer to it.`)
        const files = [...closure(bundle, chunk.fileName)].filter((name) => !early.has(name))
        return [[path.source, ...files.map((name) => name.replace("assets/", ""))]]
      })
      const font = Object.keys(bundle).find((name) => name.endsWith(".woff2"))
      if (font === undefined) throw new Error("The build contains no font to preload.")
      const preload = `<link rel="preload" as="font" type="font/woff2" crossorigin href="./${font}" />`
      const styles = [...html.matchAll(/\s*<link rel="stylesheet"[^>]*>/g)].map(([link]) => link)
      return styles
        .reduce((text, link) => text.replace(link, ""), html)
        .replace("<!-- font -->", preload)
        .replace("<!-- styles -->", styles.join("").trim())
        .replace("/* pages */", JSON.stringify(pages).slice(1, -1))
    }
  }
})

const compress = promisify(brotliCompress)
const SMALLEST = 500

/**
 * Writes a compressed `.br` file next to each text file during the build, because compressing at level 11 takes too
 * long to be done when the server starts.
 */
export const brotli = (): Plugin => ({
  name: "brotli",
  apply: "build",
  writeBundle: async ({ dir = "" }, bundle) => {
    const texts = Object.keys(bundle).filter((name) => /\.(js|css|html)$/.test(name))
    for (const name of texts) {
      const plain = readFileSync(join(dir, name))
      if (plain.length < SMALLEST) continue
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
      writeFileSync(join(dir, `${name}.br`), await compress(plain, { params }))
    }
  }
})
