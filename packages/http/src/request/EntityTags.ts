/**
 * True if a header of entity tags (`If-None-Match`, `If-Match`) contains this quoted tag. Tags are compared weakly, and
 * `*` matches every tag (RFC 9110, 13.1).
 */
export const namesTag = (header: string | undefined, etag: string): boolean =>
  header?.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, ""))) === true
