import type { ImageSummary } from "@media/features/media/images/contract"
import { apiAddress } from "@/lib/urlBase"

/**
 * Maximum size in bytes of an original that is shown. Loading a larger original would take longer than generating its
 * thumbnail.
 */
const MOST_BYTES = 4 * 1024 ** 2

/** Returns the address of a small original, which is shown until its thumbnail exists. */
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
