import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseHlsPath } from "./HlsPath.ts"

describe("parseHlsPath", () => {
  it.each([
    ["master.m3u8", { kind: "master" }],
    ["status", { kind: "status" }],
    ["720p.m3u8", { kind: "variant", height: 720 }],
    ["720p/3.ts", { kind: "segment", height: 720, n: 3 }],
    ["720p/720p_3.ts", { kind: "segment", height: 720, n: 3 }],
    ["720p_0.ts", { kind: "segment", height: 720, n: 0 }],
    ["1080p_thumbnails.vtt", { kind: "trickplayVtt", height: 1080 }],
    ["1080p_thumbnails.jpg", { kind: "trickplayJpg", height: 1080, sheet: 0 }],
    ["1080p_thumbnails_12.jpg", { kind: "trickplayJpg", height: 1080, sheet: 12 }]
  ])("reads %s", (tail, expected) => expect(parseHlsPath(tail)).toEqual(expected))

  it.each([
    "",
    "/master.m3u8",
    "Master.m3u8",
    "master.m3u8\0",
    "master.m3u8\n",
    "../../etc/passwd",
    "720p/../0.ts",
    "720p/480p_3.ts",
    "720p/03.ts",
    "720p/-1.ts",
    "720p/1e3.ts",
    "0p/1.ts",
    "0720p.m3u8",
    "123456p.m3u8",
    "720p/1234567.ts",
    "720p/٣.ts",
    "720p/3.ts/",
    "720p//3.ts",
    "720p/3.ts?x",
    "720p_thumbnails.png",
    "metadata.json",
    "generation.json"
  ])("rejects %j", (tail) => expect(parseHlsPath(tail)).toBeUndefined())

  it("rejects dot segments, backslashes and control characters", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom("..", "\\", "\0", "%", " "), fc.string(), (a, bad, b) => {
        expect(parseHlsPath(`${a}${bad}${b}`)).toBeUndefined()
      })
    )
  })
})
