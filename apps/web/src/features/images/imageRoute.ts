/** Names of routes, which the list's chunk knows without what they show. */
export const VIEW_ROUTE = "image-view"

/** Where an image is shown alone, over its list. */
export const viewRoute = (id: string) => ({ name: VIEW_ROUTE, params: { id } })
