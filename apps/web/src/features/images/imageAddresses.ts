import type { ImageSummary } from "@media/features/media/images/contract"
import { pictureOfWidth } from "@/features/items/picture/picture"
import { apiAddress } from "@/lib/place"

/** Where an image is, as large as there is. The first that a browser can show is shown. */
interface ImageAddresses {
  /** Its file; undefined for camera raw: no browser shows it, and it is large. */
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
