import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import type { IncomingMessage, ServerResponse } from "node:http"
import { extname, join, relative, sep } from "node:path"
import { gzip } from "node:zlib"
import { promisify } from "node:util"
import { pagePolicy } from "./response/SecurityHeaders.ts"

const compress = promisify(gzip)

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
  readonly gzip: Buffer | undefined
  /** Made by the build. */
  readonly brotli: Buffer | undefined
  readonly etag: string
  readonly isHashed: boolean
}

export interface StaticSite {
  /** Answers GET and HEAD for an asset, or with the app's page for any other path; false when neither fits. */
  readonly serve: (pathname: string, request: IncomingMessage, response: ServerResponse) => boolean
}

const inlineHashes = (html: string, tag: "script" | "style"): ReadonlyArray<string> =>
  [...html.matchAll(new RegExp(`<${tag}(?![^>]*\\bsrc=)[^>]*>([\\s\\S]*?)</${tag}>`, "g"))].map(
    ([, content = ""]) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`
  )

const readAsset = async (directory: string, file: string): Promise<readonly [string, Asset]> => {
  const plain = await readFile(file)
  const path = `/${relative(directory, file).split(sep).join("/")}`
  const type = types[extname(file)] ?? "application/octet-stream"
  const isText = /text|json|svg|manifest/.test(type)
  return [
    path,
    {
      type,
      plain,
      brotli: await readFile(`${file}.br`).catch(() => undefined),
      gzip: isText && plain.length > 500 ? await compress(plain, { level: 9 }) : undefined,
      etag: `"${createHash("sha256").update(plain).digest("hex").slice(0, 20)}"`,
      isHashed: path.startsWith("/assets/")
    }
  ]
}

const bytesIn = (asset: Asset, coding: "br" | "gzip"): Buffer | undefined =>
  coding === "br" ? asset.brotli : asset.gzip

/**
 * The built web app, held in memory (a few hundred KB): a request can only name what was read at the start, so there
 * is no path to escape from. Unknown paths without an extension get the page, whose router knows them.
 */
export const loadStaticSite = (directory: string): Effect.Effect<StaticSite> =>
  Effect.promise(async () => {
    const names = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
    const files = names
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".br"))
      .map((entry) => join(entry.parentPath, entry.name))
    const assets = new Map(await Promise.all(files.map((file) => readAsset(directory, file))))
    const page = assets.get("/index.html")
    const html = page?.plain.toString("utf8") ?? ""
    const policy = pagePolicy(inlineHashes(html, "script"), inlineHashes(html, "style"))

    const send = (asset: Asset, request: IncomingMessage, response: ServerResponse): void => {
      response.setHeader("ETag", asset.etag)
      response.setHeader("Cache-Control", asset.isHashed ? "public, max-age=31536000, immutable" : "no-cache")
      response.setHeader("Vary", "Accept-Encoding")
      // Scripts, too: that of a worker is what the worker may do.
      response.setHeader("Content-Security-Policy", policy)
      if (request.headers["if-none-match"] === asset.etag) {
        response.writeHead(304).end()
        return
      }
      const accepted = String(request.headers["accept-encoding"] ?? "")
      const coding = (["br", "gzip"] as const).find(
        (name) => bytesIn(asset, name) !== undefined && new RegExp(`\\b${name}\\b`).test(accepted)
      )
      const body = (coding && bytesIn(asset, coding)) ?? asset.plain
      if (coding) response.setHeader("Content-Encoding", coding)
      response.writeHead(200, { "Content-Type": asset.type, "Content-Length": body.length })
      response.end(request.method === "HEAD" ? undefined : body)
    }

    return {
      serve: (pathname, request, response) => {
        if (request.method !== "GET" && request.method !== "HEAD") return false
        const asset = assets.get(pathname)
        if (asset !== undefined) {
          send(asset, request, response)
          return true
        }
        if (page === undefined || pathname.startsWith("/assets/") || /\.[a-z0-9]{1,5}$/i.test(pathname))
          return false
        send(page, request, response)
        return true
      }
    }
  })
