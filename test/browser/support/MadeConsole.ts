import type { JobRun } from "@media/features/app/operations/contract"
import type { ClientMessage, Delta, JobTotals } from "@media/features/app/operations/live-protocol"
import { createServer, request } from "node:http"
import { WebSocketServer, type WebSocket } from "ws"
import { madeDetail, madeQueue, madeRun } from "./MadeRuns.ts"

const UNTOUCHED = 200

/**
 * Serves the product with a simulated job console. The product serves pages and requests, but the live connection and
 * the job details are simulated, so that any number of jobs can change at any rate.
 */
export const serveMadeConsole = async (
  port: number,
  start: { readonly queued: number; readonly failed: number }
) => {
  let last = 0
  const next = (fields: Partial<JobRun>): JobRun => madeRun(last++, fields)
  const finished: Array<JobRun> = Array.from({ length: 60 }, (_, n) =>
    next({ status: "completed", attempts: 1, startedAt: at(-n - 1), finishedAt: at(-n), durationMs: 77 + n })
  )
  const failed = Array.from({ length: start.failed }, (_, n) =>
    next({
      status: "failed",
      attempts: 1,
      isExhausted: true,
      startedAt: at(-n - 90),
      finishedAt: at(-n - 89),
      durationMs: 91,
      error: { message: "The file is incomplete (its index is missing).", isFinal: true }
    })
  )
  let running: Array<JobRun> = []
  let queued = Array.from({ length: start.queued }, () => next({ status: "queued" }))
  let seq = 1
  let ended = finished.length
  const sockets = new Map<WebSocket, number>()

  const totals = (): JobTotals => ({
    queued: queued.length,
    started: running.length,
    completed: ended,
    failed: failed.length,
    retrying: 0,
    cancelled: 0
  })
  const queues = () => [
    madeQueue({
      queued: queued.length,
      started: running.length,
      completedLastHour: ended,
      failed: failed.length
    }),
    ...["Library scan", "Fingerprint", "Preview and streaming", "Image thumbnail", "Audio probe"].map(
      (label) => madeQueue({ name: label.toLowerCase().replaceAll(" ", "-"), label })
    )
  ]
  const snapshot = (
    socket: WebSocket,
    view: { readonly id: string; readonly limit?: number; readonly status?: string }
  ) => {
    const all = [...running, ...queued, ...(view.status === "active" ? [] : [...finished, ...failed])]
    const matching = view.status === "failed" ? failed : view.status === "completed" ? finished : all
    const jobs = {
      viewId: view.id,
      runs: matching.slice(0, view.limit ?? UNTOUCHED),
      total: matching.length,
      totals: totals(),
      viewTotals: totals(),
      queues: queues(),
      rates: []
    }
    sockets.set(socket, seq)
    socket.send(JSON.stringify({ t: "snapshot", epoch: "made", seq, at: at(0), jobs }))
  }
  const tell = (part: Partial<Delta>): void => {
    seq += 1
    for (const [socket, from] of sockets) {
      socket.send(JSON.stringify({ t: "delta", seq, from, at: at(0), ...part }))
      sockets.set(socket, seq)
    }
  }

  /**
   * Sends the same kinds of updates as the server: the jobs that started and finished since the last call, and with
   * `withCounts` also the job counts. The server sends these counts twice a second.
   */
  const step = (count: number, withCounts: boolean): void => {
    const done = running.slice(0, count).map((run): JobRun => ({
      ...run,
      status: "completed",
      finishedAt: at(0),
      durationMs: 80,
      rev: run.rev + 1,
      result: { videoCodec: "h264", container: "mp4", duration: 42 }
    }))
    const begun = queued
      .slice(0, count)
      .map((run): JobRun => ({ ...run, status: "started", attempts: 1, startedAt: at(0), rev: run.rev + 1 }))
    running = [...running.slice(done.length), ...begun]
    queued = queued.slice(begun.length)
    finished.unshift(...[...done].reverse())
    finished.splice(1_000)
    ended += done.length
    tell({
      runs: [...done, ...begun],
      ...(withCounts ? { totals: totals(), viewTotals: totals(), queues: queues() } : {}),
      ...(withCounts ? { rate: { at: at(0), completed: done.length * 10, failed: 0 } } : {})
    })
  }

  const server = createServer((near, answer) => {
    const run = /^\/api\/jobs\/([0-9a-f-]{36})$/.exec(near.url ?? "")?.[1]
    const known = [...running, ...queued, ...finished, ...failed].find(({ id }) => id === run)
    if (known !== undefined) {
      answer.setHeader("content-type", "application/json")
      return void answer.end(JSON.stringify({ ok: true, data: madeDetail(known) }))
    }
    const far = request(
      { host: "127.0.0.1", port, path: near.url, method: near.method, headers: near.headers },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
      }
    )
    far.on("error", () => answer.destroy())
    near.pipe(far)
  })
  const live = new WebSocketServer({ noServer: true })
  server.on("upgrade", (offer, socket, head) =>
    live.handleUpgrade(offer, socket, head, (open) => {
      open.on("message", (data) => {
        const message = JSON.parse(String(data)) as ClientMessage
        if (message.t === "hello" || message.t === "view") {
          if (message.view) snapshot(open, message.view)
          else open.send(JSON.stringify({ t: "snapshot", epoch: "made", seq, at: at(0) }))
        }
      })
      open.on("close", () => sockets.delete(open))
    })
  )
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  step(2, true)
  return {
    origin: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    totals,
    failedIds: failed.map(({ id }) => id),
    /** Finishes `jobsPerSecond` jobs per second, in ten messages per second, until the returned function is called. */
    work: (jobsPerSecond: number): (() => void) => {
      let steps = 0
      let due = 0
      const timer = setInterval(() => {
        due += jobsPerSecond / 10
        const count = Math.floor(due)
        due -= count
        step(count, ++steps % 5 === 0)
      }, 100)
      return () => clearInterval(timer)
    },
    /** Sends `messagesPerSecond` progress messages per second until the returned function is called. */
    chatter: (messagesPerSecond: number): (() => void) => {
      let sent = 0
      const begin = performance.now()
      const timer = setInterval(() => {
        while (sent < ((performance.now() - begin) / 1_000) * messagesPerSecond) {
          const index = sent++ % running.length
          const run = { ...running[index]!, rev: running[index]!.rev + 1, progress: { percent: sent % 100 } }
          running[index] = run
          tell({ runs: [{ id: run.id, rev: run.rev, progress: run.progress }] })
        }
      }, 5)
      return () => clearInterval(timer)
    },
    end: (): void => {
      for (const socket of sockets.keys()) socket.terminate()
      live.close()
      server.closeAllConnections()
      server.close()
    }
  }
}

const at = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString()
