import type { ImageSummary } from "@media/features/media/images/contract"
import { apiAddress } from "@/lib/urlBase"

/** Loading a larger original takes longer than waiting for its thumbnail. */
const MOST_BYTES = 4 * 1024 ** 2

/** The address of a small original, which is shown until its thumbnail exists. */
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
