/**
 * The id of the API. A slice builds its group of endpoints with this id, so that it does not have to import the
 * assembled API.
 */
export const API_ID = "media-library"
