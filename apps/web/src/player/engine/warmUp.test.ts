import { afterEach, describe, expect, it, vi } from "vitest"
import { inHeight, segmentMade, warmUp } from "./warmUp"

const fragments = [0, 1, 2].map((n) => ({
  url: `/hls/720p/${n}.ts?access_token=x`,
  start: n * 10,
  duration: 10
}))
const answers = (...list: ReadonlyArray<[number, boolean?]>) => {
  const left = [...list]
  const asked: Array<string> = []
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${url}`)
    const [status, isWhole] = left.shift() ?? [200, true]
    return Promise.resolve(new Response(null, { status, headers: isWhole ? { etag: '"1"' } : {} }))
  })
  return asked
}
const signal = new AbortController().signal
afterEach(() => vi.unstubAllGlobals())

describe("a height before it is shown", () => {
  it("is the same stretch under another name", () => {
    expect(inHeight("http://host/api/v/hls/720p/12.ts", 480)).toBe("http://host/api/v/hls/480p/12.ts")
    expect(inHeight("/hls/720p/12.ts?access_token=a/720p/1.ts", 480)).toBe(
      "/hls/480p/12.ts?access_token=a/720p/1.ts"
    )
  })

  it("waits for a segment that is busy or begun, and for the whole of it", async () => {
    const asked = answers([503], [200, false], [200, true])
    await segmentMade("/s", signal)
    expect(asked).toHaveLength(3)
  })

  it.each([404, 422, 500])("does not wait for what will not come: %s", async (status) => {
    const asked = answers([status])
    await segmentMade("/s", signal)
    expect(asked).toHaveLength(1)
  })

  it("makes the stretch that plays, and the next one near its end", async () => {
    const asked = answers()
    await warmUp({ fragments, height: 480, position: () => 9.5, signal })
    expect(asked).toEqual(["HEAD /hls/480p/0.ts?access_token=x", "HEAD /hls/480p/1.ts?access_token=x"])
  })

  it("follows a playback that goes on meanwhile", async () => {
    const asked = answers()
    const positions = [5, 12]
    await warmUp({ fragments, height: 480, position: () => positions.shift() ?? 12, signal })
    expect(asked).toEqual(["HEAD /hls/480p/0.ts?access_token=x", "HEAD /hls/480p/1.ts?access_token=x"])
  })

  it("ends with another choice", async () => {
    const abort = new AbortController()
    const asked = answers([200, false], [200, false])
    const over = warmUp({ fragments, height: 480, position: () => 0, signal: abort.signal })
    abort.abort()
    await over
    expect(asked.length).toBeLessThan(2)
  })
})
