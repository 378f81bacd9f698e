/** The formats for sending a picture, best first. */
export type SentForm = "avif" | "webp" | "jpeg"

/** Tells whether a client explicitly accepts a type; a wildcard does not count. */
const isNamed = (accept: string, type: string): boolean =>
  accept.split(",").some((range) => {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
    return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

/**
 * Formats in `accept` (the request's header), best first, ending with JPEG: browsers list AVIF and WebP if they
 * support them. Other clients get the format that everything can show.
 */
export const acceptedForms = (accept: string): ReadonlyArray<SentForm> => [
  ...(["avif", "webp"] as const).filter((form) => isNamed(accept, `image/${form}`)),
  "jpeg"
]
