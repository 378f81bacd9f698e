import type { ImageSummary } from "@media/features/images/contract"

type Named = Pick<ImageSummary, "title" | "picture" | "pictureFailure">

/** What an image is called where its picture stands alone: with the reason, where that stands in its place. */
export const nameOf = ({ picture, pictureFailure, title }: Named): string =>
  picture === null && pictureFailure !== null ? `${title}: ${pictureFailure}` : title
