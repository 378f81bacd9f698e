/**
 * The name of the route. It is defined in a separate file, so that lists can link to the page without loading its code.
 */
export const GALLERY_VIEW_ROUTE = "gallery-view"

/** Returns the route that shows an image on top of its gallery, in the gallery's order. */
export const galleryViewRoute = (galleryId: string, imageId: string) => ({
  name: GALLERY_VIEW_ROUTE,
  params: { id: galleryId, imageId }
})

/** Returns the URL query of the image list that selects the images of a gallery, in the gallery's order. */
export const galleryList = (galleryId: string): string => `parent=${galleryId}&sort=ordinal&order=asc`
