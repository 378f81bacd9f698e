import { createReadStream, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { dirname, join } from "node:path"

/** A page that contains only a video element, an unmodified hls.js, and a play button. */
const PAGE = `<!doctype html><title>plain</title><video muted></video><button>Play</button>
<script src="hls.js"></script><script>
document.querySelector("button").onclick = () => {
  const hls = (window.hls = new Hls({ startLevel: 0 }))
  hls.loadSource("stream/master.m3u8")
  hls.attachMedia(document.querySelector("video"))
  document.querySelector("video").play()
}
</script>`

/** Serves segments as static files, together with a page that plays them in plain hls.js. */
export const serveStaticStream = async (folder: string, hlsScript: Buffer) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "index.html"), PAGE)
  writeFileSync(join(folder, "hls.js"), hlsScript)
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url ?? "/", "http://x").pathname.replace(/\/$/, "/index.html"))
    if (!path.startsWith(folder) || !existsSync(path)) return void response.writeHead(404).end()
    const type = path.endsWith(".html")
      ? "text/html"
      : path.endsWith(".js")
        ? "text/javascript"
        : "video/mp2t"
    response.writeHead(200, { "content-type": type, "content-length": statSync(path).size })
    createReadStream(path).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    put: (name: string, bytes: Buffer): void => {
      const path = join(folder, "stream", name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, bytes)
    },
    stop: (): void => {
      server.closeAllConnections()
      server.close()
    }
  }
}
