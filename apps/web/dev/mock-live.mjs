// The live protocol of the mock: snapshot, deltas at a chosen rate, resume from a short memory.
import { WebSocketServer } from "ws"
import { makeRun, newId, queues } from "./mock-data.mjs"

const KEPT_DELTAS = 5_000

export const makeLive = ({ runs, rate, grow }) => {
  const epoch = newId()
  const sockets = new Set()
  const history = []
  let seq = 0
  let counter = 10_000

  const totals = () => {
    const sum = { queued: 0, started: 0, completed: 0, failed: 0, cancelled: 0 }
    for (const run of runs.values()) sum[run.status] += 1
    return sum
  }
  const rates = Array.from({ length: 180 }, (_unused, n) => ({
    at: new Date(Date.now() - (180 - n) * 1_000).toISOString(),
    completed: Math.round(4 + 3 * Math.sin(n / 12) + (n % 3)),
    failed: n % 17 === 0 ? 1 : 0
  }))
  const fits = (run, view) =>
    (!view.status || run.status === view.status) &&
    (!view.queue || run.queueName === view.queue) &&
    (!view.q ||
      `${run.targetLabel} ${run.queueLabel} ${run.id} ${run.targetId}`
        .toLowerCase()
        .includes(view.q.toLowerCase()))
  const select = (view) =>
    [...runs.values()].filter((run) => fits(run, view)).sort((a, b) => b.queuedAt.localeCompare(a.queuedAt))
  const snapshot = (view) => {
    const matching = view ? select(view) : []
    return {
      t: "snapshot",
      epoch,
      seq,
      at: new Date().toISOString(),
      ...(view
        ? {
            jobs: {
              viewId: view.id,
              runs: matching.slice(0, view.limit ?? 200),
              total: matching.length,
              totals: totals(),
              queues,
              rates
            }
          }
        : {})
    }
  }
  const publish = (part) => {
    const delta = { t: "delta", seq: seq + 1, from: seq, at: new Date().toISOString(), ...part }
    seq += 1
    history.push(delta)
    if (history.length > KEPT_DELTAS) history.shift()
    const text = JSON.stringify(delta)
    for (const socket of sockets) if (socket.greeted) socket.send(text)
  }
  const update = (run, change) => {
    const next = { ...run, ...change, rev: run.rev + 1 }
    runs.set(run.id, next)
    publish({ runs: [{ id: run.id, rev: next.rev, ...change }], totals: totals() })
    return next
  }
  let turn = 0
  const step = () => {
    const all = [...runs.values()]
    const run = all[(turn++ * 17) % all.length]
    if (!run) return
    if (turn % 9 === 0) {
      const added = makeRun(counter++, { id: newId(), status: "queued", queuedAt: new Date().toISOString() })
      runs.set(added.id, added)
      publish({ runs: [added], totals: totals() })
    } else if (run.status === "started" && run.progress.percent >= 95)
      update(run, { status: "completed", progress: null, finishedAt: new Date().toISOString() })
    else if (run.status === "started")
      update(run, { progress: { ...run.progress, percent: run.progress.percent + 5 } })
    else if (run.status === "queued" && turn % 3 === 0)
      update(run, {
        status: "started",
        startedAt: new Date().toISOString(),
        attempts: 1,
        progress: { percent: 0 }
      })
  }
  if (rate > 0) {
    const batch = Math.max(1, Math.round(rate / 50))
    setInterval(
      () => {
        for (let n = 0; n < batch; n++) step()
      },
      (1_000 * batch) / rate
    )
  }
  setInterval(
    () =>
      publish({
        rate: {
          at: new Date().toISOString(),
          completed: 2 + Math.floor(Math.random() * 6),
          failed: Math.random() > 0.9 ? 1 : 0
        },
        queues: [{ name: queues[seq % 15].name, queued: Math.floor(Math.random() * 300) }]
      }),
    1_000
  )
  setInterval(() => {
    for (const socket of sockets) if (socket.greeted) socket.send(JSON.stringify({ t: "hb", seq, at: "" }))
  }, 10_000)
  if (grow > 0) setInterval(() => publish({ videos: { ids: grow_(), many: false }, libraries: true }), grow)
  let grow_ = () => []

  const server = new WebSocketServer({ noServer: true, handleProtocols: (protocols) => [...protocols][0] })
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
    socket.on("message", (data) => {
      const message = JSON.parse(String(data))
      if (message.t === "hello") {
        socket.greeted = true
        if (message.view) socket.view = message.view
        const missed =
          message.epoch === epoch ? history.filter((delta) => delta.from >= message.since) : undefined
        if (missed && (missed[0]?.from ?? seq) === message.since)
          for (const delta of missed) socket.send(JSON.stringify(delta))
        else socket.send(JSON.stringify(snapshot(socket.view)))
      }
      if (message.t === "view") {
        socket.view = message.view
        if (message.view && socket.greeted) socket.send(JSON.stringify(snapshot(message.view)))
      }
    })
  })
  return {
    server,
    update,
    publish,
    totals,
    select,
    onGrow: (produce) => (grow_ = produce),
    drop: () => {
      for (const socket of sockets) socket.terminate()
    }
  }
}
