/** The name of the route, which the grid's chunk knows without what it shows. */
export const GALLERY_VIEW_ROUTE = "gallery-view"

/** Where an image is shown alone, over its gallery and in its order. */
export const galleryViewRoute = (galleryId: string, imageId: string) => ({
  name: GALLERY_VIEW_ROUTE,
  params: { id: galleryId, imageId }
})

/** The images of a gallery as the address query of their list. */
export const galleryList = (galleryId: string): string => `parent=${galleryId}&sort=ordinal&order=asc`
