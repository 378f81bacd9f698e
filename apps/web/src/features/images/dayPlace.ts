interface Placed {
  readonly gallery: { readonly title: string } | null
}

/** Names that cameras and phones give to folders. Such a name says nothing about where the photos were taken. */
const ofCamera =
  /^(dcim|camera( roll| uploads)?|photos?|pictures?|images?|screenshots?|whatsapp.*|\d{3}[a-z_]{2,}\w*|[\d\s._-]+)$/i
const MOST_NAMED = 2

/**
 * Returns a label for a day, such as "Norway", from the titles of the albums that contain its images. Undefined if an
 * image has not loaded yet, and if there are more than two albums.
 */
export const placeNamed = (images: ReadonlyArray<Placed | undefined>): string | undefined => {
  if (images.includes(undefined)) return undefined
  const titles = new Set(images.flatMap((image) => image?.gallery?.title ?? []))
  const named = [...titles].filter((title) => !ofCamera.test(title))
  return named.length > 0 && named.length <= MOST_NAMED ? named.join(", ") : undefined
}
