interface Placed {
  readonly gallery: { readonly title: string } | null
}

/** Names of folders created by cameras and phones. Such names do not describe a place. */
const ofCamera =
  /^(dcim|camera( roll| uploads)?|photos?|pictures?|images?|screenshots?|whatsapp.*|\d{3}[a-z_]{2,}\w*|[\d\s._-]+)$/i
const MOST_NAMED = 2

/**
 * Returns the place of a day: the titles of its images' albums, such as "Norway". Undefined until all images have
 * loaded, and for days with images from more than two albums.
 */
export const placeNamed = (images: ReadonlyArray<Placed | undefined>): string | undefined => {
  if (images.includes(undefined)) return undefined
  const titles = new Set(images.flatMap((image) => image?.gallery?.title ?? []))
  const named = [...titles].filter((title) => !ofCamera.test(title))
  return named.length > 0 && named.length <= MOST_NAMED ? named.join(", ") : undefined
}
