import type { ImageSummary } from "@media/features/media/images/contract"
import { apiAddress } from "@/lib/urlBase"

/**
 * Maximum size in bytes of an original that is shown in place of a missing thumbnail. Loading a larger original would
 * take longer than generating the thumbnail.
 */
const MOST_BYTES = 4 * 1024 ** 2

/** Returns the address of the original to show until the thumbnail exists. Undefined if the original is too large. */
export const originalOf = ({
  id,
  picture,
  pictureFailure,
  size,
  status
}: Pick<ImageSummary, "id" | "picture" | "size" | "status"> & Partial<ImageSummary>): string | undefined => {
  const isShown = status === "ready" || status === "arriving"
  return picture === null && (pictureFailure ?? null) === null && isShown && size <= MOST_BYTES
    ? apiAddress(`/api/images/${id}/source`)
    : undefined
}
