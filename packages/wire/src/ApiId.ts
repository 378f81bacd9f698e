/** The id of the API, with which every slice builds its group. Slices never import the assembled API. */
export const API_ID = "media-library"
