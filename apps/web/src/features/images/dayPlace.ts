interface Placed {
  readonly gallery: { readonly title: string } | null
}

/** Folder names from cameras and phones, which say nothing about the place. */
const ofCamera =
  /^(dcim|camera( roll| uploads)?|photos?|pictures?|images?|screenshots?|whatsapp.*|\d{3}[a-z_]{2,}\w*|[\d\s._-]+)$/i
const MOST_NAMED = 2

/**
 * The place of a day by the albums of its images, as people name folders: "Norway". Undefined until all images are known, and
 * for days from many albums.
 */
export const placeNamed = (images: ReadonlyArray<Placed | undefined>): string | undefined => {
  if (images.includes(undefined)) return undefined
  const titles = new Set(images.flatMap((image) => image?.gallery?.title ?? []))
  const named = [...titles].filter((title) => !ofCamera.test(title))
  return named.length > 0 && named.length <= MOST_NAMED ? named.join(", ") : undefined
}
