/** The names of routes. They are in this file so that lists can use them without loading the pages. */
export const VIEW_ROUTE = "image-view"
export const TIMELINE_ROUTE = "images-timeline"
/** The route that shows an image over the timeline. */
export const TIMELINE_VIEW_ROUTE = "images-timeline-view"

/** The route that shows an image over its list. */
export const viewRoute = (id: string) => ({ name: VIEW_ROUTE, params: { id } })

/** The part of the URL query that selects the timeline; its filter follows. */
export const TIMELINE_LIST = "sort=takenAt"
