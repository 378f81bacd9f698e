/** Media types of OPDS 2.0. */
export const types = {
  feed: "application/opds+json",
  publication: "application/opds-publication+json",
  authentication: "application/opds-authentication+json",
  divina: "application/divina+json"
} as const
