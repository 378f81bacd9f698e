import { describe, expect, it } from "vitest"
import { languageOf } from "./language.ts"
import { matchSidecars, readSidecarName } from "./sidecarName.ts"

describe("parsing a subtitle file name", () => {
  const says = (rest: string) => {
    const { isDefault, isForced, isHearingImpaired, language, title } = readSidecarName(rest, "srt")
    const flags = [isDefault && "default", isForced && "forced", isHearingImpaired && "sdh"]
    return [language, ...flags.filter((flag) => flag !== false), ...(title === null ? [] : [title])].join(" ")
  }
  it.each([
    ["", ""],
    [".en", "en"],
    [".en.forced", "en forced"],
    [".forced.eng", "en forced"],
    [".eng.sdh", "en sdh"],
    [".en.hi", "en sdh"],
    [".hi", "hi"],
    [".default.de", "de default"],
    [".pt-BR", "pt-BR"],
    [".zh-Hans", "zh-Hans"],
    [" [German] (CC)", "de sdh"],
    ["2_English", "en"],
    [".Director.Commentary.fr", "fr Director Commentary"],
    [".the.best", " the best"]
  ])("parses %j as %j", (rest, expected) => {
    expect(says(rest)).toBe(expected)
  })
})

it("recognizes languages by codes and names", () => {
  const all = [
    "eng",
    "GER",
    "deu",
    "Deutsch",
    "español",
    "pt_br",
    "es-419",
    "chs",
    "und",
    "xx",
    "the",
    "../en",
    ""
  ]
  expect(all.map(languageOf)).toEqual([
    ...["en", "de", "de", "de", "es", "pt-BR", "es-419", "zh-Hans"],
    ...[undefined, undefined, undefined, undefined, undefined]
  ])
})

it("assigns a file to the video with the longest matching name", () => {
  const files = (...paths: ReadonlyArray<string>) => paths.map((path) => ({ path }))
  const videos = files("a/Film.mkv", "a/Film.2.mkv", "b/Only.mp4", "c/S01E01.mkv", "c/S01E02.mkv")
  const sidecars = files(
    ...[
      "a/Film.en.srt",
      "a/Film.2.en.srt",
      "a/FILM.de.SRT",
      "a/Filmed.srt",
      "a/Other.srt",
      "b/Subs/2_English.srt"
    ],
    ...[
      "b/Subs/Only/3_French.ass",
      "c/Subs/English.srt",
      "c/Subs/S01E02.vtt",
      "c/subs/S01E01/en.srt",
      "Film.srt"
    ],
    ...["a/Film.en.sub", "b/subs/deep/er/x.srt"]
  )
  const matched = matchSidecars(videos, sidecars).map(({ file, name, video }) => [
    file.path,
    video.path,
    name.language
  ])
  expect(matched).toEqual([
    ["a/Film.en.srt", "a/Film.mkv", "en"],
    ["a/Film.2.en.srt", "a/Film.2.mkv", "en"],
    ["a/FILM.de.SRT", "a/Film.mkv", "de"],
    ["b/Subs/2_English.srt", "b/Only.mp4", "en"],
    ["b/Subs/Only/3_French.ass", "b/Only.mp4", "fr"],
    ["c/Subs/S01E02.vtt", "c/S01E02.mkv", null],
    ["c/subs/S01E01/en.srt", "c/S01E01.mkv", "en"]
  ])
})
