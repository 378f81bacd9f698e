/** The id every slice builds its group against: slices never import the assembled API. */
export const API_ID = "media-library"
