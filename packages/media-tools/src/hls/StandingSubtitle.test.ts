import { expect, it } from "vitest"
import { standingSince, subtitleEvents } from "./StandingSubtitle.ts"

/**
 * ffprobe's output for three streams: a disc's subtitle in five packets, followed by three packets that clear it; a
 * DVD's subtitle in one packet with a length; and packets of video and audio.
 */
const PACKETS = `0,4.960000,0.040000,812
2,5.023000,N/A,22
2,5.023000,N/A,13
2,5.023000,N/A,10
2,5.023000,N/A,134
2,5.023000,N/A,3
3,5.023000,18.000000,74
0,N/A,0.040000,90
1,5.030000,0.023000,200
2,30.023000,N/A,14
2,30.023000,N/A,13
2,30.023000,N/A,3
`

it("finds the start of the subtitle that is visible at a time", () => {
  const disc = subtitleEvents(PACKETS, 2)
  expect(disc).toEqual([
    { time: 5.023, seconds: undefined, bytes: 182 },
    { time: 30.023, seconds: undefined, bytes: 30 }
  ])
  expect(standingSince(disc, 5)).toBeUndefined()
  expect(standingSince(disc, 20)).toBe(5.023)
  expect(standingSince(disc, 31)).toBeUndefined()
  const dvd = subtitleEvents(PACKETS, 3)
  expect(standingSince(dvd, 20)).toBe(5.023)
  expect(standingSince(dvd, 24)).toBeUndefined()
})
