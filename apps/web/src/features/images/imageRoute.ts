/** Names of routes. The chunk of the list knows them without loading the pages. */
export const VIEW_ROUTE = "image-view"
export const TIMELINE_ROUTE = "images-timeline"
/** The route that shows an image over the timeline. */
export const TIMELINE_VIEW_ROUTE = "images-timeline-view"

/** The route that shows an image over its list. */
export const viewRoute = (id: string) => ({ name: VIEW_ROUTE, params: { id } })

/** The address query of the list that a timeline is; what narrows it follows. */
export const TIMELINE_LIST = "sort=takenAt"
