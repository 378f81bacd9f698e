/** The name of the route. It is in this file so that lists can use it without loading the page. */
export const GALLERY_VIEW_ROUTE = "gallery-view"

/** The route that shows an image over its gallery, in the gallery's order. */
export const galleryViewRoute = (galleryId: string, imageId: string) => ({
  name: GALLERY_VIEW_ROUTE,
  params: { id: galleryId, imageId }
})

/** The images of a gallery as the address query of their list. */
export const galleryList = (galleryId: string): string => `parent=${galleryId}&sort=ordinal&order=asc`
