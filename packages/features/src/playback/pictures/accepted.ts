/** The formats for sending a picture, best first. */
export type SentForm = "avif" | "webp" | "jpeg"

/** Tells whether a client explicitly accepts a type; a wildcard does not count. */
const isNamed = (accept: string, type: string): boolean =>
  accept.split(",").some((range) => {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
    return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

/**
 * The formats that the `Accept` header of the request allows, best first and JPEG last. Browsers list AVIF and WebP if
 * they support them. Other clients get the format that every client can show.
 */
export const acceptedForms = (accept: string): ReadonlyArray<SentForm> => [
  ...(["avif", "webp"] as const).filter((form) => isNamed(accept, `image/${form}`)),
  "jpeg"
]
