import { rootAddress, type PublicAddress } from "@media/kernel/PublicAddress"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import type { IncomingMessage, ServerResponse } from "node:http"
import { extname, join, relative, sep } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { namesTag } from "./request/EntityTags.ts"
import { acceptedCoding, type Coding } from "./response/Coding.ts"
import { pagePolicy } from "./response/SecurityHeaders.ts"

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webmanifest": "application/manifest+json",
  ".json": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2"
}

interface Asset {
  readonly type: string
  readonly plain: Buffer
  /**
   * Returns the gzip variant, which is made on the first call, because most browsers accept Brotli and never need it.
   */
  readonly gzip: (() => Buffer) | undefined
  /**
   * Returns the Brotli variant. The build creates it for all files except the page, which is compressed on the first
   * call.
   */
  readonly brotli: (() => Buffer) | undefined
  readonly etag: string
  readonly isHashed: boolean
}

export interface StaticSite {
  /**
   * Responds to GET and HEAD. If the path belongs to an asset, sends the asset. For any other path that does not look
   * like a file, sends the app's page. Returns false if no response was sent.
   */
  readonly serve: (pathname: string, request: IncomingMessage, response: ServerResponse) => boolean
}

const inlineHashes = (html: string, tag: "script" | "style"): ReadonlyArray<string> =>
  [...html.matchAll(new RegExp(`<${tag}(?![^>]*\\bsrc=)[^>]*>([\\s\\S]*?)</${tag}>`, "g"))].map(
    ([, content = ""]) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`
  )

const once = (make: () => Buffer): (() => Buffer) => {
  let made: Buffer | undefined
  return () => (made ??= make())
}

const makeAsset = (plain: Buffer, extension: string, isHashed: boolean): Asset => {
  const type = types[extension] ?? "application/octet-stream"
  const isText = /text|json|svg|manifest/.test(type)
  return {
    type,
    plain,
    brotli: undefined,
    gzip: isText && plain.length > 500 ? once(() => gzipSync(plain, { level: 9 })) : undefined,
    etag: `"${createHash("sha256").update(plain).digest("hex").slice(0, 20)}"`,
    isHashed
  }
}

const readAsset = async (directory: string, file: string): Promise<readonly [string, Asset]> => {
  const path = `/${relative(directory, file).split(sep).join("/")}`
  const asset = makeAsset(await readFile(file), extname(file), path.startsWith("/assets/"))
  const built = await readFile(`${file}.br`).catch(() => undefined)
  return [path, { ...asset, brotli: built && (() => built) }]
}

const bytesIn = (asset: Asset, coding: Coding): (() => Buffer) | undefined =>
  coding === "br" ? asset.brotli : asset.gzip

/** The public URL of the app and the API, and a check whether a request used this URL. */
export interface SiteAddress {
  readonly address: PublicAddress
  readonly isPublic: (request: IncomingMessage) => boolean
}

/**
 * Inserts the public paths into the built page. The build writes `<html data-base="" data-api="/api">` and file
 * references that begin with `./`.
 */
const withAddress = (html: string, { apiBase, appPath }: PublicAddress): string =>
  html
    .replace('data-base=""', `data-base="${appPath}"`)
    .replace('data-api="/api"', `data-api="${apiBase}"`)
    .replaceAll(/ (href|src)="\.\//g, ` $1="${appPath}/`)

interface Page {
  readonly asset: Asset
  readonly policy: string
}

const makePage = (built: Buffer, address: PublicAddress): Page => {
  const html = withAddress(built.toString("utf8"), address)
  const asset = makeAsset(Buffer.from(html), ".html", false)
  return {
    // Compressing the page takes 20 ms, so it is not done at startup. The build has compressed the other files.
    asset: { ...asset, brotli: once(() => brotliCompressSync(asset.plain)) },
    policy: pagePolicy(inlineHashes(html, "script"), inlineHashes(html, "style"), address.api)
  }
}

/**
 * Loads the built web app into memory (3 MB). Only files that were read at startup can be requested, so path traversal
 * is impossible. For unknown paths without an extension, the server sends the page, whose router handles the path.
 * There are two versions of the page: one for the public URL, and one for requests to the server's own address.
 */
export const loadStaticSite = (directory: string, where?: SiteAddress): Effect.Effect<StaticSite> =>
  Effect.promise(async () => {
    const names = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
    const files = names
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".br"))
      .map((entry) => join(entry.parentPath, entry.name))
    const assets = new Map(await Promise.all(files.map((file) => readAsset(directory, file))))
    const built = assets.get("/index.html")?.plain ?? Buffer.alloc(0)
    const hasPage = assets.delete("/index.html")
    const own = makePage(built, rootAddress)
    const publicly = where === undefined ? own : makePage(built, where.address)

    const send = (asset: Asset, policy: string, request: IncomingMessage, response: ServerResponse): void => {
      response.setHeader("ETag", `W/${asset.etag}`)
      response.setHeader("Cache-Control", asset.isHashed ? "public, max-age=31536000, immutable" : "no-cache")
      response.setHeader("Vary", "Accept-Encoding")
      // Scripts get the policy too, because a browser applies to a worker the policy that was sent with the worker's
      // script.
      response.setHeader("Content-Security-Policy", policy)
      if (namesTag(request.headers["if-none-match"], asset.etag)) return void response.writeHead(304).end()
      const coding = acceptedCoding(
        request.headers["accept-encoding"],
        (["br", "gzip"] as const).filter((name) => bytesIn(asset, name) !== undefined)
      )
      const body = (coding && bytesIn(asset, coding)?.()) ?? asset.plain
      if (coding) response.setHeader("Content-Encoding", coding)
      response.writeHead(200, { "Content-Type": asset.type, "Content-Length": body.length })
      response.end(request.method === "HEAD" ? undefined : body)
    }

    return {
      serve: (pathname, request, response) => {
        if (request.method !== "GET" && request.method !== "HEAD") return false
        const page = where?.isPublic(request) === true ? publicly : own
        const asset = assets.get(pathname)
        if (asset !== undefined) {
          send(asset, page.policy, request, response)
          return true
        }
        const isFile = pathname.startsWith("/assets/") || /\.[a-z0-9]{1,5}$/i.test(pathname)
        if (!hasPage || (isFile && pathname !== "/index.html")) return false
        send(page.asset, page.policy, request, response)
        return true
      }
    }
  })
