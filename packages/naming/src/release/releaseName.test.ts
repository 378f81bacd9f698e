import { expect, it } from "vitest"
import { releaseDateOf, releaseTitleOf } from "./releaseName.ts"

it.each([
  ["The.Movie.2014.1080p.BluRay.x264-GRP.mkv", "The Movie", "2014"],
  ["curse.of.chucky.2013.stv.unrated.multi.1080p.bluray.x264-rough.mkv", "curse of chucky", "2013"],
  ["Spider-Man.No.Way.Home.2021.1080p.WEB-DL.DDP5.1.Atmos.H.264-EVO.mkv", "Spider-Man No Way Home", "2021"],
  ["Rain Man 1988 REMASTERED 1080p BluRay x264 AAC - Ozlem.mp4", "Rain Man", "1988"],
  ["Maximum Ride - 2016 - WEBDL-1080p - x264 AC3.mkv", "Maximum Ride", "2016"],
  ["Die Hard (1988) [1080p] [BluRay] [5.1] [YTS.MX].mp4", "Die Hard", "1988"],
  ["Arrival.2016.2160p.Blu-Ray.HEVC.mkv", "Arrival", "2016"],
  ["Les.Misérables.2012.MULTi.1080p.BluRay.x264.mkv", "Les Misérables", "2012"],
  ["Super movie 480p 2001.mp4", "Super movie", "2001"],
  ["The Matrix {imdb-tt0133093} (1999).mkv", "The Matrix", "1999"]
])("recognizes %s as a release", (name, title, year) => {
  expect([releaseTitleOf(name), releaseDateOf(name)]).toEqual([title, year])
})

it.each([
  ["The Wolf of Wall Street 2001 (2013).mkv", "The Wolf of Wall Street 2001", "2013"],
  ["Blade Runner 2049 (2017).mkv", "Blade Runner 2049", "2017"],
  ["Blade.Runner.2049.2017.2160p.UHD.BluRay.x265-GRP.mkv", "Blade Runner 2049", "2017"],
  ["2012.2009.1080p.BluRay.x264.mkv", "2012", "2009"],
  ["1917.2019.1080p.mkv", "1917", "2019"],
  ["300 (2006).3d.sbs.mkv", "300", "2006"],
  ["Super movie(2009).mp4", "Super movie", "2009"],
  ["千と千尋の神隠し (2001).mkv", "千と千尋の神隠し", "2001"]
])("reads the last year in %s and keeps other numbers in the title", (name, title, year) => {
  expect([releaseTitleOf(name), releaseDateOf(name)]).toEqual([title, year])
})

it.each([
  ["2019-08-24 Beach.mp4", "Beach", "2019-08-24"],
  ["2019-08-24 Beach 1080p.mp4", "Beach", "2019-08-24"],
  ["2019-08-24_Am_See.mov", "Am See", "2019-08-24"],
  ["2020-02-29 - Leap day, part 2.mp4", "Leap day, part 2", "2020-02-29"]
])("finds the date at the beginning of %s", (name, title, date) => {
  expect([releaseTitleOf(name), releaseDateOf(name)]).toEqual([title, date])
})

it.each([
  ["2001 A Space Odyssey.mkv", "2001 A Space Odyssey"],
  ["1917.mkv", "1917"],
  ["Blade Runner 2049.mkv", "Blade Runner 2049"],
  ["2019-08-24.mp4", "2019-08-24"],
  ["2019-08-24 1.mp4", "2019-08-24 1"],
  ["2019-02-30 Beach.mp4", "2019-02-30 Beach"],
  ["2049-08-24 Beach.mp4", "2049-08-24 Beach"],
  ["My Movie 2013-12-09.mkv", "My Movie 2013-12-09"],
  ["Class of 1984.mkv", "Class of 1984"],
  ["IMG_2019.MOV", "IMG 2019"],
  ["Foo (2019).S04E03.mkv", "Foo (2019).S04E03"],
  ["[Remastered2] A.mkv", "[Remastered2] A"],
  ["How HEVC works in ffmpeg.mp4", "How HEVC works in ffmpeg"],
  ["My 1080p monitor review.mp4", "My 1080p monitor review"],
  ["my.review.of.1080p.monitors.mp4", "my review of 1080p monitors"],
  ["x264 explained.mp4", "x264 explained"],
  ["Costa Rica in 4K.mp4", "Costa Rica in 4K"],
  ["Extended Family.mp4", "Extended Family"],
  ["1080p.mp4", "1080p"],
  ["[rec].mkv", "[rec]"],
  ["(2009).mkv", "(2009)"],
  ["Mr. Smith.mp4", "Mr. Smith"],
  ["\u0007\u001b.mp4", ".mp4"]
])("keeps %s, which is not a release name", (name, title) => {
  expect([releaseTitleOf(name), releaseDateOf(name)]).toEqual([title, null])
})

it.each([
  [
    "james.corden.2017.04.20.anne.hathaway.720p.hdtv.x264-crooks.mkv",
    "james corden 2017 04 20 anne hathaway"
  ],
  ["Show.2019.S01E02.720p.WEB.mkv", "Show 2019 S01E02"],
  ["[HorribleSubs] Made in Abyss - 13 [720p].mkv", "Made in Abyss - 13"],
  ["[OCN] 애타는 로맨스 720p-NEXT.mkv", "애타는 로맨스"],
  ["The.Movie.2014.CD1.1080p.BluRay.x264-GRP.avi", "The Movie CD1"],
  ["Crouching.Tiger.Hidden.Dragon.4K.UltraHD.HDR.BDrip-HDC.mkv", "Crouching Tiger Hidden Dragon"]
])("keeps the distinguishing part of %s", (name, title) => {
  expect(releaseTitleOf(name)).toBe(title)
})

it.each([
  ["Bunny in HEVC (2012) 720p x265.mkv", "Bunny in HEVC", "2012"],
  ["Bunny in HEVC 2012 720p x265.mkv", "Bunny in HEVC", "2012"],
  ["12 Angry Men 1957.mkv", "12 Angry Men", "1957"],
  ["Drug War 2013.mp4", "Drug War", "2013"],
  ["Moonlight 2016 4K HDR.mkv", "Moonlight", "2016"],
  ["Alien (1979) - Director's Cut.mkv", "Alien", "1979"],
  ["Blade Runner (1982) {edition-Final Cut}.mkv", "Blade Runner", "1982"],
  ["Amélie (2001) [French].mkv", "Amélie", "2001"],
  ["My Movie (1997) - GreatestReleaseGroup 2019.mp4", "My Movie", "1997"],
  ["Movie (1995) - part1.mkv", "Movie part1", "1995"],
  ["[YTS.MX] Heat (1995) 1080p.mkv", "Heat", "1995"],
  ["www.SiteName.com - Gladiator.2000.1080p.BluRay.x264.mkv", "Gladiator", "2000"],
  ["M.A.S.H.1970.mkv", "M.A.S.H.", "1970"],
  ["L.A.Confidential.1997.mkv", "L.A. Confidential", "1997"],
  ["The.Man.from.U.N.C.L.E.2015.1080p.mkv", "The Man from U.N.C.L.E.", "2015"],
  ["Never Gonna Give You Up [dQw4w9WgXcQ].webm", "Never Gonna Give You Up", null]
])("cuts the title of %s only at a year, resolution or source", (name, title, year) => {
  expect([releaseTitleOf(name), releaseDateOf(name)]).toEqual([title, year])
})

it("takes the year from a folder with the same title", () => {
  expect(releaseDateOf("Up.mkv", "Up (2009)")).toBe("2009")
  expect(releaseDateOf("Up (2010).mkv", "Up (2009)")).toBe("2010")
  expect(releaseDateOf("Making of.mkv", "Up (2009)")).toBeNull()
})

it.each(["(2001", "A.", "www.a.", "[", "1999 ", " ", "4k ", "A 1080p -a", "A 1080p-a(b)", "{imdb-"])(
  "reads hostile names of %j quickly",
  (piece) => {
    const name = `x${piece.repeat(100_000 / piece.length)} -`
    const before = process.cpuUsage()
    expect(releaseTitleOf(name)).not.toBe("")
    releaseDateOf(name, name)
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
  }
)
