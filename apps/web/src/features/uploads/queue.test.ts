import { ApiError } from "@media/web-client/request"
import { flushPromises } from "@vue/test-utils"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { makeQueue, type Transport, type Upload, type UploadCheck } from "./queue"
import { speedOf } from "./speed"

interface Sending {
  readonly upload: Upload
  readonly sent: (bytes: number) => void
  readonly done: (itemId: string) => void
  readonly fail: (error: unknown) => void
}

const free: UploadCheck = { itemId: null, refusal: null }
const offline = () => new ApiError({ code: "unreachable", message: "", status: 0 })

/** Creates a queue that receives its server responses from the test. */
const make = (check: Transport["check"] = async () => free) => {
  const sending: Array<Sending> = []
  let keys = 0
  const queue = makeQueue(
    {
      check,
      send: (upload, sent, signal) =>
        new Promise((done, fail) => {
          signal.addEventListener("abort", () => fail(new DOMException("", "AbortError")))
          sending.push({ upload, sent, done, fail })
        })
    },
    () => `key ${++keys}`
  )
  const add = async (...names: ReadonlyArray<string>) => {
    queue.add(
      names.map((name) => ({ file: new File(["1234567890"], name), folder: "" })),
      { rootId: "r1", folder: "", label: "Movies" }
    )
    await flushPromises()
  }
  const states = () => queue.uploads.value.map(({ state }) => state)
  return { add, queue, sending, states }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }))
afterEach(() => void vi.useRealTimers())

describe("a queue of uploads", () => {
  it("sends two files at a time, in order", async () => {
    const { add, queue, sending, states } = make()
    await add("a.mp4", "b.mp4", "c.mp4")
    expect(states()).toEqual(["sending", "sending", "waiting"])
    sending[0]!.sent(4)
    expect(queue.uploads.value[0]!.sent).toBe(4)
    sending[1]!.sent(99_999)
    expect([states()[1], queue.uploads.value[1]!.sent], "the form is longer than the file").toEqual([
      "saving",
      10
    ])
    sending[1]!.done("item b")
    await flushPromises()
    expect(states()).toEqual(["sending", "done", "sending"])
    expect(queue.uploads.value[1]!.itemId).toBe("item b")
    expect(sending.map(({ upload }) => upload.file.name)).toEqual(["a.mp4", "b.mp4", "c.mp4"])
  })

  it("does not send a file that the server has rejected in advance", async () => {
    let refusal: UploadCheck["refusal"] = { status: 409, code: "file_conflict", message: "There." }
    const { add, queue, sending, states } = make(async () => ({ itemId: null, refusal }))
    await add("a.mp4")
    expect(states()).toEqual(["failed"])
    expect([queue.uploads.value[0]!.error?.code, sending.length]).toEqual(["file_conflict", 0])
    refusal = null
    queue.retry(queue.uploads.value[0]!)
    await flushPromises()
    expect(states()).toEqual(["sending"])
  })

  it("cancels one or all uploads without starting waiting uploads", async () => {
    const { add, queue, sending, states } = make()
    await add("a.mp4", "b.mp4", "c.mp4", "d.mp4")
    queue.cancel(queue.uploads.value[0]!)
    await flushPromises()
    expect(states()).toEqual(["canceled", "sending", "sending", "waiting"])
    queue.cancelAll()
    await flushPromises()
    expect(states()).toEqual(["canceled", "canceled", "canceled", "canceled"])
    expect([sending.length, queue.hasUnfinished.value]).toEqual([3, false])
    queue.retry(queue.uploads.value[0]!)
    await flushPromises()
    expect(states()[0]).toBe("sending")
    queue.clearOver()
    expect(states()).toEqual(["sending"])
  })

  it("retries an upload with the same key once the server is reachable again", async () => {
    let isAway = true
    const check = vi.fn(async () => {
      if (isAway) throw offline()
      return free
    })
    const { add, queue, sending, states } = make(check)
    await add("a.mp4")
    expect(states()).toEqual(["paused"])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(states()).toEqual(["paused"])
    isAway = false
    await vi.advanceTimersByTimeAsync(5_000)
    expect([states(), sending[0]!.upload.key]).toEqual([["sending"], "key 1"])
    expect(queue.uploads.value[0]!.error).toBeUndefined()
  })

  it("uses the result of an earlier attempt whose response was lost", async () => {
    const answers: Array<UploadCheck> = [free, { itemId: "item a", refusal: null }]
    const { add, queue, sending, states } = make(async () => answers.shift()!)
    await add("a.mp4")
    sending[0]!.fail(offline())
    await vi.advanceTimersByTimeAsync(5_000)
    expect([states(), queue.uploads.value[0]!.itemId, sending.length]).toEqual([["done"], "item a", 1])
  })

  it("gives up if the connection breaks repeatedly although the server is reachable", async () => {
    const { add, queue, sending, states } = make()
    await add("a.mp4")
    for (let n = 0; n < 3; n++) {
      sending.at(-1)!.fail(offline())
      await vi.advanceTimersByTimeAsync(5_000)
    }
    expect([states(), queue.uploads.value[0]!.error?.code]).toEqual([["failed"], "broken_off"])
  })

  it("waits as long as a busy server requests before retrying", async () => {
    const { add, sending, states } = make()
    await add("a.mp4")
    sending[0]!.fail(new ApiError({ code: "too_many_uploads", message: "", status: 429, retryAfter: 30 }))
    await vi.advanceTimersByTimeAsync(29_000)
    expect(states()).toEqual(["paused"])
    await vi.advanceTimersByTimeAsync(1_500)
    expect(states()).toEqual(["sending"])
  })
})

it("reports no speed during the first second", () => {
  expect(speedOf([])).toBeUndefined()
  const early = [
    { at: 0, sent: 0 },
    { at: 500, sent: 500 }
  ]
  expect(speedOf(early)).toBeUndefined()
  expect(speedOf([...early, { at: 2_000, sent: 4_000 }])).toBe(2_000)
})
