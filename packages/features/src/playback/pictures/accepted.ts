/** The formats in which pictures are sent, best first. */
export type SentForm = "avif" | "webp" | "jpeg"

/** True if the client explicitly accepts the type. A wildcard does not count. */
const isNamed = (accept: string, type: string): boolean =>
  accept.split(",").some((range) => {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
    return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

/**
 * Returns the formats that the `Accept` header allows, best first. JPEG is always last. Browsers list AVIF and WebP if
 * they support these formats. Other clients get JPEG, which every client can show.
 */
export const acceptedForms = (accept: string): ReadonlyArray<SentForm> => [
  ...(["avif", "webp"] as const).filter((form) => isNamed(accept, `image/${form}`)),
  "jpeg"
]
