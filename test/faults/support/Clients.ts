import WebSocket from "ws"
import type { Product } from "./Product.ts"
import { sleep } from "./Time.ts"

export interface LiveClient {
  readonly messages: Array<{ readonly t: string; readonly runs?: ReadonlyArray<{ id: string }> }>
  readonly isOpen: () => boolean
  readonly close: () => void
}

/** Opens a client that watches the jobs like the console of the web app does. */
export const liveClient = (product: Product): Promise<LiveClient> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${product.port}/api/live`, ["media-ops.v1"], {
      headers: { authorization: `Bearer ${product.token}` }
    })
    const messages: LiveClient["messages"] = []
    socket.on("message", (data) => messages.push(JSON.parse(String(data))))
    socket.once("error", reject)
    socket.once("open", () => {
      socket.send(JSON.stringify({ t: "hello", v: 1, view: { id: "all" } }))
      resolve({
        messages,
        isOpen: () => socket.readyState === WebSocket.OPEN,
        close: () => socket.terminate()
      })
    })
  })

export interface Viewer {
  /**
   * Numbers of requests that succeeded (`good`), were rejected (`refused`) or were interrupted (`broken`). A player may
   * repeat a failed request, so failures are only counted.
   */
  readonly counts: { good: number; refused: number; broken: number }
  /** Responses that a player could not interpret. */
  readonly nonsense: Array<string>
  readonly stop: () => Promise<void>
}

/** Simulates a player that requests the playlists and segments of a video repeatedly, even after failures. */
export const viewer = (product: Product, videoId: string): Viewer => {
  const counts = { good: 0, refused: 0, broken: 0 }
  const nonsense: Array<string> = []
  let isStopped = false
  const ask = async (name: string) => {
    try {
      const reply = await product.get(`/api/video-stream/${videoId}/hls/${name}`)
      if (reply.status === 200) {
        counts.good += 1
        if (name.endsWith(".ts") && reply.bytes.length % 188 !== 0) {
          nonsense.push(`${name}: a whole answer of ${reply.bytes.length} bytes`)
        }
        return reply.text
      }
      counts.refused += 1
      if (reply.status !== 503) nonsense.push(`${name}: ${reply.status} ${reply.text.slice(0, 200)}`)
    } catch {
      counts.broken += 1
    }
    await sleep(100)
    return ""
  }
  const linesOf = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
  const fileOf = (line: string) => line.split("?")[0]!
  const play = async () => {
    while (!isStopped) {
      for (const variant of linesOf(await ask("master.m3u8"))) {
        for (const segment of linesOf(await ask(fileOf(variant))).slice(0, 4)) {
          if (isStopped) return
          await ask(fileOf(segment))
        }
      }
      await sleep(20)
    }
  }
  const playing = play()
  return {
    counts,
    nonsense,
    stop: () => {
      isStopped = true
      return playing
    }
  }
}

/** Sends a request every 250 ms and records the slowest response, to measure how a fault affects other users. */
export const pulse = (ask: () => Promise<number>) => {
  let isStopped = false
  const result = { asked: 0, bad: 0, slowestMs: 0 }
  const beating = (async () => {
    while (!isStopped) {
      const begin = performance.now()
      const status = await ask().catch(() => 0)
      result.asked += 1
      if (status !== 200) result.bad += 1
      result.slowestMs = Math.max(result.slowestMs, Math.round(performance.now() - begin))
      await sleep(250)
    }
  })()
  return {
    stop: async () => {
      isStopped = true
      await beating
      return result
    }
  }
}
