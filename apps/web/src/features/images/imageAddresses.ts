import type { ImageSummary } from "@media/features/media/images/contract"
import { pictureOfWidth } from "@/features/items/picture/picture"
import { apiAddress } from "@/lib/urlBase"

/** Addresses of an image in the best available quality. The page shows the first one that the browser supports. */
interface ImageAddresses {
  /** The original file; undefined for camera raw files, which browsers cannot show and which are large. */
  readonly file: string | undefined
  /** The generated picture; undefined if it failed or is not ready yet. */
  readonly picture: string | undefined
}

export const imageAddresses = ({
  format,
  id,
  picture
}: Pick<ImageSummary, "format" | "id" | "picture">): ImageAddresses => ({
  file: format === "raw" ? undefined : apiAddress(`/api/images/${id}/source`),
  picture: picture ? pictureOfWidth(picture, picture.width) : undefined
})
