/** What a picture may be sent as: the best first. */
export type SentForm = "avif" | "webp" | "jpeg"

/** Whether a client names a type and does not refuse it; what stands for all types names none. */
const isNamed = (accept: string, type: string): boolean =>
  accept.split(",").some((range) => {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase())
    return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

/**
 * Forms that `accept` (the request's header) names, the best first, with JPEG at the end: browsers name AVIF and WebP where
 * they know them; those who take anything, or say nothing, get what everything can show.
 */
export const acceptedForms = (accept: string): ReadonlyArray<SentForm> => [
  ...(["avif", "webp"] as const).filter((form) => isNamed(accept, `image/${form}`)),
  "jpeg"
]
