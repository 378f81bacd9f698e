import type { SubtitleTrack } from "@media/features/media/videos/subtitleContract"
import { expect, it } from "vitest"
import { chooseTrack, type TrackWish } from "./chooseTrack"

const track = (id: string, more: Partial<SubtitleTrack> = {}): SubtitleTrack => ({
  ...{ id, language: id.slice(0, 2), label: id, source: "embedded", sourceFormat: "subrip", streamIndex: 2 },
  ...{ isDefault: false, isForced: false, isHearingImpaired: false, cueCount: 10, failure: null },
  ...{ url: "/source", cuesUrl: "/cues", ...more }
})
const tracks = [
  track("en-sdh", { isHearingImpaired: true, isDefault: true }),
  track("en-full"),
  track("en-forced", { isForced: true }),
  track("de-pictures", { url: null, failure: "pictures" }),
  track("pt-br", { language: "pt-BR" }),
  track("pt-pt", { language: "pt-PT" })
]
const chosen = (wish: Partial<TrackWish>, of = tracks) =>
  chooseTrack(of, { mode: "auto", languages: ["en"], spoken: "en", ...wish })?.id

it("selects only forced subtitles if the user understands the spoken language", () => {
  expect(chosen({})).toBe("en-forced")
  expect(chosen({ spoken: null })).toBe("en-forced")
  expect(chosen({ spoken: "pt", languages: ["pt"] })).toBeUndefined()
})

it("chooses the best track in the user's languages if the user does not understand the audio", () => {
  expect(chosen({ spoken: "ja" })).toBe("en-full")
  expect(chosen({ spoken: "ja", languages: ["de", "pt"] })).toBe("pt-br")
  expect(chosen({ spoken: "ja", languages: ["pt-PT"] })).toBe("pt-pt")
  expect(chosen({ spoken: "ja", languages: ["fi"] })).toBe("en-sdh")
})

it("respects the user's choice to turn subtitles on or off", () => {
  expect(chosen({ mode: "on" })).toBe("en-full")
  expect(chosen({ mode: "on", languages: ["xx"] }, [track("fr-full")])).toBe("fr-full")
  expect(chosen({ mode: "off", spoken: "ja" })).toBeUndefined()
  expect(chosen({ mode: "on" }, [tracks[3]!])).toBeUndefined()
})
