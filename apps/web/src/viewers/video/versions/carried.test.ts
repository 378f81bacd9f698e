import type { Video } from "@media/features/media/videos/contract"
import { describe, expect, it } from "vitest"
import { type Carried, carriedSubtitle, carriedTracks } from "./carried"

const stream = (index: number, kind: "audio" | "subtitle", language: string, more: object = {}) => ({
  ...{ index, kind, language, codec: null, title: null, width: null, height: null, channels: 2 },
  ...{ sampleRate: null, isDefault: false, ...more }
})
const video = (...streams: ReadonlyArray<ReturnType<typeof stream>>) => ({ streams }) as unknown as Video
const english = stream(1, "audio", "en", { isDefault: true })
const german = stream(2, "audio", "de")
const carried = (more: Partial<Carried>): Carried => ({
  ...{ id: "b", time: 10, audio: undefined, drawn: undefined, subtitle: undefined, ...more }
})

describe("switching to another version of the same work", () => {
  it("plays the same audio language as the previous version, even if the track numbers differ", () => {
    const other = video(stream(1, "audio", "de"), stream(2, "audio", "en", { isDefault: true }))
    expect(carriedTracks(other, carried({ audio: german }))).toEqual({ audio: 1 })
    expect(carriedTracks(other, carried({ audio: english }))).toEqual({})
  })

  it("prefers an audio track with the same name as in the previous version", () => {
    const comment = { title: "Commentary", channels: 2 }
    const other = video(english, stream(2, "audio", "de", { channels: 6 }), stream(3, "audio", "de", comment))
    expect(carriedTracks(other, carried({ audio: stream(9, "audio", "de", comment) }))).toEqual({ audio: 3 })
  })

  it("plays the default track if the new version lacks the previous audio language", () => {
    expect(carriedTracks(video(english), carried({ audio: german }))).toEqual({})
  })

  it("keeps the language of burned-in subtitles", () => {
    const other = video(english, stream(5, "subtitle", "fr"))
    expect(carriedTracks(other, carried({ drawn: stream(3, "subtitle", "fr") }))).toEqual({ subtitle: 5 })
  })

  it("keeps subtitles off in another version if they were off before", () => {
    const track = (id: string, more: object = {}) =>
      ({
        ...{ id, language: "de", isForced: false, isHearingImpaired: false, url: "/t", ...more }
      }) as unknown as Video["subtitles"][number]
    const tracks = [
      track("full"),
      track("forced", { isForced: true }),
      track("deaf", { isHearingImpaired: true })
    ]
    expect(carriedSubtitle(tracks, track("x", { isHearingImpaired: true }))).toBe("deaf")
    expect(carriedSubtitle(tracks, track("x", { isForced: true }))).toBe("forced")
    expect([carriedSubtitle(tracks, null), carriedSubtitle(tracks, undefined)]).toEqual([null, undefined])
  })
})
