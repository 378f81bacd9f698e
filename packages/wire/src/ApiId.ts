/** The id under which every slice builds its group, because slices never import the assembled API. */
export const API_ID = "media-library"
