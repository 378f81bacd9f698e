/** Names of routes, which the list's chunk knows without what they show. */
export const VIEW_ROUTE = "image-view"
export const TIMELINE_ROUTE = "images-timeline"
/** An image alone over the timeline. */
export const TIMELINE_VIEW_ROUTE = "images-timeline-view"

/** Where an image is shown alone, over its list. */
export const viewRoute = (id: string) => ({ name: VIEW_ROUTE, params: { id } })

/** The address query of the list that a timeline is; what narrows it follows. */
export const TIMELINE_LIST = "sort=takenAt"
