import { call, type CallOptions, type Reply } from "@media/testkit/HttpCall"
import { administrator, openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer } from "@media/testkit/TestServer"
import { updateItem } from "@media/features/catalog/items/commands"
import { once } from "node:events"
import { connect } from "node:net"
import { join } from "node:path"
import { connect as connectSecurely } from "node:tls"

/** A server for black-box tests. The tests leave the server in its original state. */
export interface Target {
  readonly origin: string
  /** The name of an account that may see at least some items. */
  readonly username: string
  readonly password: string
  readonly request: (method: string, path: string, options?: CallOptions) => Promise<Reply>
  readonly stop: () => Promise<void>
}

const variable = (name: string): string | undefined => process.env[name] || undefined

const requestTo =
  (origin: string): Target["request"] =>
  (method, path, options) =>
    call(origin, method, path, options)

const given = (origin: string): Target => {
  const username = variable("MEDIA_E2E_USERNAME")
  const password = variable("MEDIA_E2E_PASSWORD")
  if (username === undefined || password === undefined)
    throw new Error(
      `Say who signs in at ${origin}: set MEDIA_E2E_USERNAME and MEDIA_E2E_PASSWORD to an account there.`
    )
  return { origin, username, password, request: requestTo(origin), stop: () => Promise.resolve() }
}

const started = async (): Promise<Target> => {
  const server = await startTestServer()
  await server.setup()
  const folder = join(server.media, "all")
  writeTree(folder, {
    "video.mp4": "Enough bytes of a video for a fingerprint of it.",
    "book.epub": "Enough bytes of a book for a fingerprint of it.",
    "song.mp3": "Enough bytes of a song for a fingerprint of it."
  })
  const library = await openLibrary(server, [folder], { contents: ["videos", "audio", "books"] })
  await library.scan()
  const [first] = await library.videos()
  await server.run(updateItem(administrator, first!.id, { title: "Video" }))
  return {
    origin: server.origin,
    username: "root",
    password: "correct horse",
    request: requestTo(server.origin),
    stop: server.stop
  }
}

/** Returns the server at `MEDIA_E2E_WEB_URL`. If the variable is not set, starts and fills a server for the tests. */
export const openTarget = async (): Promise<Target> => {
  const origin = variable("MEDIA_E2E_WEB_URL")
  return origin === undefined ? started() : given(new URL(origin).origin)
}

/**
 * Returns a path that serves the original file of an item, for tests of the response headers. Returns undefined if the
 * server has no items.
 */
export const anyBytes = async ({ request }: Target, token: string): Promise<string | undefined> => {
  for (const list of ["videos", "books", "audio-tracks", "images"]) {
    const { json } = await request("GET", `/api/${list}?perPage=1&status=ready`, { token })
    const { json: other } = await request("GET", `/api/${list}?perPage=1`, { token })
    const id = json.data?.items[0]?.id ?? other.data?.items[0]?.id
    if (id === undefined) continue
    return list === "videos"
      ? `/api/video-stream/${id}/source`
      : list === "audio-tracks"
        ? `/api/audio-stream/${id}`
        : `/api/${list}/${id}/source`
  }
  return undefined
}

export interface Head {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Sends a raw request that no client library would send. Returns the head of the response. */
export const speak = async (origin: string, text: string): Promise<Head> => {
  const { hostname, port, protocol } = new URL(origin)
  const isSecure = protocol === "https:"
  const at = { host: hostname, port: Number(port === "" ? (isSecure ? 443 : 80) : port) }
  const socket = isSecure ? connectSecurely({ ...at, servername: hostname }) : connect(at)
  await once(socket, isSecure ? "secureConnect" : "connect")
  socket.on("error", () => undefined)
  let heard = ""
  socket.on("data", (chunk: Buffer) => {
    heard += chunk.toString("latin1")
    if (heard.includes("\r\n\r\n")) setTimeout(() => socket.destroy(), 100)
  })
  socket.setTimeout(10_000, () => socket.destroy())
  socket.write(text)
  await once(socket, "close")
  const [head = "", ...rest] = heard.split("\r\n\r\n")
  const [first = "", ...lines] = head.split("\r\n")
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(":")).toLowerCase(),
    line.slice(line.indexOf(":") + 1).trim()
  ])
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(first)?.[1] ?? 0),
    headers: Object.fromEntries(headers) as Record<string, string>,
    text: rest.join("\r\n\r\n")
  }
}
