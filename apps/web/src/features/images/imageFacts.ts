import type { Image } from "@media/features/media/images/contract"
import type { Fact } from "@/features/items/page/useItemFacts"
import { zonelessMoment } from "@/lib/format"
import { translate } from "@/lib/messages"
import { messages } from "./messages"

/** Formats an exposure time. Times below 0.3 seconds become a fraction such as "1/250", as on cameras. */
export const exposureText = (seconds: number): string =>
  seconds > 0 && seconds < 0.3 ? `1/${Math.round(1 / seconds)}` : String(Number(seconds.toFixed(1)))

const given = <T>(value: T | null, write: (value: T) => string): string | undefined =>
  value === null ? undefined : write(value)

const pad = (value: number): string => String(value).padStart(2, "0")
/** Formats a time zone offset: "UTC+05:30". */
export const zoneText = (minutes: number): string =>
  `UTC${minutes < 0 ? "−" : "+"}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`

/**
 * Returns the time recorded by the camera, with its time zone if known. Otherwise returns the date that the timeline
 * uses, and whether it comes from the file name or the file system.
 */
const takenText = ({ moment, momentFrom, takenAt, takenOffset }: Image): string | undefined => {
  if (takenAt !== null)
    return [zonelessMoment(takenAt), given(takenOffset, zoneText)].filter(Boolean).join(" · ")
  if (moment === null || momentFrom === null || momentFrom === "camera") return undefined
  return translate(messages, momentFrom === "name" ? "takenByName" : "takenByFile", {
    moment: zonelessMoment(moment)
  })
}

/** Returns the facts read from the image file. */
export const factsOf = (image: Image): ReadonlyArray<Fact> => {
  const { frames, height, latitude, longitude, width } = image
  return [
    [translate(messages, "takenAt"), takenText(image)],
    [translate(messages, "camera"), image.camera],
    [translate(messages, "lens"), image.lens],
    [
      translate(messages, "exposure"),
      given(image.exposureSeconds, (seconds) =>
        translate(messages, "exposureSeconds", { seconds: exposureText(seconds) })
      )
    ],
    [translate(messages, "aperture"), given(image.aperture, (number) => `f/${Number(number.toFixed(1))}`)],
    [translate(messages, "iso"), given(image.iso, String)],
    [
      translate(messages, "focalLength"),
      given(image.focalLength, (count) =>
        translate(messages, "millimeters", { count: String(Number(count.toFixed(1))) })
      )
    ],
    [
      translate(messages, "dimensions"),
      width === null || height === null
        ? undefined
        : translate(messages, "megapixels", {
            width: String(width),
            height: String(height),
            count: String(Number(((width * height) / 1e6).toFixed(1)))
          })
    ],
    [translate(messages, "format"), image.format?.toUpperCase()],
    [translate(messages, "frames"), frames !== null && frames > 1 ? String(frames) : undefined],
    [
      translate(messages, "place"),
      latitude === null || longitude === null ? undefined : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
    ]
  ]
}
