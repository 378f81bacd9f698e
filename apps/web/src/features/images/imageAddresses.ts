import type { ImageSummary } from "@media/features/media/images/contract"
import { pictureOfWidth } from "@/features/items/picture/picture"
import { apiAddress } from "@/lib/urlBase"

/** Addresses of an image, from the best quality to the worst. Pages show the first one that the browser can display. */
interface ImageAddresses {
  /**
   * The address of the original file. Undefined for camera raw files, which are large and cannot be displayed by
   * browsers.
   */
  readonly file: string | undefined
  /** The address of the generated picture. Undefined if its generation failed or has not finished. */
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
