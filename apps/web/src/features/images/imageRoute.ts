/**
 * Names of routes. They are defined in a separate file, so that lists can link to the pages without loading their code.
 */
export const VIEW_ROUTE = "image-view"
export const TIMELINE_ROUTE = "images-timeline"
/** The route that shows an image on top of the timeline. */
export const TIMELINE_VIEW_ROUTE = "images-timeline-view"

/** Returns the route that shows an image on top of its list. */
export const viewRoute = (id: string) => ({ name: VIEW_ROUTE, params: { id } })

/** The URL query that represents the timeline. The timeline's filter is appended to it. */
export const TIMELINE_LIST = "sort=takenAt"
