import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** An image file's metadata, with the EXIF fields that users are interested in. */
export interface ImageFacts {
  /** libvips' name of the format: "jpeg", "heif". */
  readonly format: string
  /** Size in pixels as displayed, after applying the orientation. */
  readonly width: number
  readonly height: number
  /** Number of frames. More than one if the image is animated or has pages. */
  readonly frames: number
  /** Time in the camera's local time, without a time zone: "2024-05-31T12:30:05". */
  readonly takenAt: string | null
  /** Offset from UTC in minutes, if the camera states an offset. */
  readonly takenOffset?: number
  /** Maker and model of the camera. */
  readonly camera: string | null
  readonly lens: string | null
  readonly exposureSeconds: number | null
  /** The f-number. */
  readonly aperture: number | null
  readonly iso: number | null
  /** Focal length in millimeters. */
  readonly focalLength: number | null
  /**
   * Latitude in degrees. Northern latitudes and eastern longitudes are positive. Latitude and longitude are set
   * together.
   */
  readonly latitude: number | null
  readonly longitude: number | null
  /** Title from XMP or EXIF. */
  readonly title?: string
}

const Count = Schema.Int.pipe(Schema.between(1, 10_000_000))
const Told = Schema.Struct({
  format: Schema.String.pipe(Schema.pattern(/^[a-z0-9]{2,10}$/)),
  width: Count,
  height: Count,
  frames: Count
})
const isRecord = Schema.is(Schema.Record({ key: Schema.String, value: Schema.Unknown }))

/** Cleans text written by a camera, for example by removing the control characters that pad EXIF. */
const wordsIn = (value: unknown, longest = 100): string | null => {
  if (typeof value !== "string") return null
  // eslint-disable-next-line no-control-regex
  const text = value
    .replace(/[\u0000-\u001f\u007f]/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, longest)
    .toWellFormed()
  return text === "" ? null : text
}
const numberIn = (value: unknown, from: number, to: number): number | null =>
  typeof value === "number" && value >= from && value <= to ? value : null

/** Validates a time. Photography began in 1826, and a camera without a clock writes 0000 or 1970. */
const momentIn = (value: unknown): string | null => {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(value)) return null
  const at = Date.parse(`${value}Z`)
  // Date.parse turns 30 February into 1 March.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(value)) return null
  return value < "1826" || value >= "2200" ? null : value
}

/** Parses an offset: "+05:30" is 330. No time zone is more than 14 hours from UTC. */
const offsetIn = (value: unknown): number | undefined => {
  const [, sign, hours, minutes] =
    /^([+-])(\d\d):([0-5]\d)/.exec(typeof value === "string" ? value : "") ?? []
  if (sign === undefined) return undefined
  const away = Number(hours) * 60 + Number(minutes)
  return away > 14 * 60 ? undefined : sign === "-" ? 0 - away : away
}

/** Joins maker and model: "Canon" and "Canon EOS 5D" become "Canon EOS 5D". */
const cameraOf = (make: string | null, model: string | null): string | null => {
  if (make === null || model === null) return model ?? make
  const isNamed = model.toLowerCase().startsWith(make.toLowerCase().split(" ")[0]!)
  return isNamed ? model : `${make} ${model}`
}

/** Validates the metadata from an untrusted process. Values out of bounds count as unknown. */
export const imageFactsFrom = (answer: unknown): Option.Option<ImageFacts> =>
  Option.map(Schema.decodeUnknownOption(Told)(answer), (told) => {
    const more = isRecord(answer) ? answer : {}
    const latitude = numberIn(more["latitude"], -90, 90)
    const longitude = numberIn(more["longitude"], -180, 180)
    const isLocated = latitude !== null && longitude !== null && (latitude !== 0 || longitude !== 0)
    const takenAt = momentIn(more["takenAt"])
    const title = wordsIn(more["title"], 500)
    const takenOffset = takenAt === null ? undefined : offsetIn(more["takenOffset"])
    return {
      ...told,
      takenAt,
      ...(takenOffset === undefined ? {} : { takenOffset }),
      camera: cameraOf(wordsIn(more["make"]), wordsIn(more["model"])),
      lens: wordsIn(more["lens"]),
      exposureSeconds: numberIn(more["exposureSeconds"], 1e-7, 1e6),
      aperture: numberIn(more["aperture"], 0.1, 1_000),
      iso: numberIn(more["iso"], 1, 1e8),
      focalLength: numberIn(more["focalLength"], 0.1, 100_000),
      latitude: isLocated ? latitude : null,
      longitude: isLocated ? longitude : null,
      ...(title === null ? {} : { title })
    }
  })
