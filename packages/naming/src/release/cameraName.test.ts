import { expect, it } from "vitest"
import { dayOfCameraName } from "./cameraName.ts"
import { releaseDateOf, releaseTitleOf } from "./releaseName.ts"

it.each([
  ["VID_20230715_143022", "2023-07-15"],
  ["IMG_20240229_120000", "2024-02-29"],
  ["PXL_20230715_143022123", "2023-07-15"],
  ["PXL_20230715_143022123.LS", "2023-07-15"],
  ["MVIMG_20190101_000000", "2019-01-01"],
  ["WhatsApp Video 2021-03-04 at 18.22.10", "2021-03-04"],
  ["WhatsApp Video 2021-03-04 at 18.22.10 (2)", "2021-03-04"],
  ["VID-20210304-WA0001", "2021-03-04"],
  ["IMG-20210304-WA0001", "2021-03-04"],
  ["Screen Recording 2022-01-01 at 6.02.03 PM", "2022-01-01"],
  ["Screen_Recording_20220101-120000_Maps", "2022-01-01"],
  ["Screenrecorder-2022-01-01-12-34-56-789", "2022-01-01"],
  ["Screenshot_20220101-123456", "2022-01-01"],
  ["Screen Shot 2022-01-01 at 12.34.56", "2022-01-01"],
  ["video_2021-03-04_18-22-10", "2021-03-04"],
  ["signal-2021-03-04-182210", "2021-03-04"],
  ["20230715_143022", "2023-07-15"],
  ["2021-03-04 18.22.10", "2021-03-04"],
  ["2021-03-04 18-22-10-2", "2021-03-04"]
])("reads the date of %s as %s", (stem, day) => {
  expect(dayOfCameraName(stem)).toBe(day)
})

it.each([
  ["a day that no calendar has", "VID_20230230_143022"],
  ["a month that no calendar has", "VID_20231330_143022"],
  ["a year before digital cameras", "IMG_18990101_120000"],
  ["a year to come", "VID_20770101_120000"],
  ["a camera's counter", "IMG_1234"],
  ["a longer number", "IMG_2023071512345"],
  ["a day without a time", "20230715"],
  ["a movie named after its year", "2012"],
  ["a movie with its year", "Blade Runner 2049 (2017)"],
  ["a title of digits", "1917 2019 1080p"],
  ["a title that begins with a maker's word", "Video Killed the Radio Star 2001-02-03"],
  ["words behind a day and a time", "20230715_143022 the whole story"]
])("finds no date in %s", (_what, stem) => {
  expect(dayOfCameraName(stem)).toBeNull()
})

it("reads the date of a phone's video without changing movie titles", () => {
  expect([releaseTitleOf("VID_20230715_143022.mp4"), releaseDateOf("VID_20230715_143022.mp4")]).toEqual([
    "VID 20230715 143022",
    "2023-07-15"
  ])
  expect(releaseDateOf("WhatsApp Video 2021-03-04 at 18.22.10.mp4")).toBe("2021-03-04")
  expect(releaseDateOf("2012.2009.1080p.BluRay.x264.mkv")).toBe("2009")
})
