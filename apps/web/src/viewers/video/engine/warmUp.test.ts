import { afterEach, describe, expect, it, vi } from "vitest"
import { segmentMade, warmUp } from "./warmUp"

const URL_480 = "http://host/api/v/hls/480p.m3u8?parts=true"
/** A playlist with two segments. Each segment has parts of 4, 4 and 2 s. */
const PLAYLIST = ["#EXTM3U", "#EXT-X-TARGETDURATION:4"]
  .concat(
    [0, 1].flatMap((n) =>
      [4, 4, 2].flatMap((seconds, part) => [`#EXTINF:${seconds}.000000,`, `480p/${n}.ts?part=${part}`])
    )
  )
  .concat("#EXT-X-ENDLIST", "")
  .join("\n")

const answers = (...list: ReadonlyArray<[number, boolean?]>) => {
  const left = [...list]
  const asked: Array<string> = []
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    if (init.method !== "HEAD") return Promise.resolve(new Response(PLAYLIST))
    asked.push(url.replace("http://host/api/v/hls/", ""))
    const [status, isWhole] = left.shift() ?? [200, true]
    return Promise.resolve(new Response(null, { status, headers: isWhole ? { etag: '"1"' } : {} }))
  })
  return asked
}
const signal = new AbortController().signal
afterEach(() => vi.unstubAllGlobals())

describe("preparing a quality before it is shown", () => {
  it("waits until the segment of the new quality is complete", async () => {
    const asked = answers([503], [200, false], [200, true])
    await segmentMade("/s", signal)
    expect(asked).toHaveLength(3)
  })

  it.each([404, 422, 500])("stops waiting for a segment after status %s", async (status) => {
    const asked = answers([status])
    await segmentMade("/s", signal)
    expect(asked).toHaveLength(1)
  })

  it("also prepares the next segment near the end of the current one", async () => {
    const asked = answers()
    await warmUp({ url: URL_480, position: () => 9.5, signal })
    expect(asked).toEqual(["480p/0.ts?part=2", "480p/1.ts?part=0"])
  })

  it("prepares the segments at the current position while playback continues", async () => {
    const asked = answers()
    const positions = [5, 12]
    await warmUp({ url: URL_480, position: () => positions.shift() ?? 12, signal })
    expect(asked).toEqual(["480p/0.ts?part=1", "480p/1.ts?part=0"])
  })

  it("stops preparing when the user chooses another quality", async () => {
    const abort = new AbortController()
    const asked = answers([200, false], [200, false])
    const over = warmUp({ url: URL_480, position: () => 0, signal: abort.signal })
    abort.abort()
    await over
    expect(asked.length).toBeLessThan(2)
  })
})
