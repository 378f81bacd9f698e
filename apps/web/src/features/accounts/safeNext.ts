/**
 * Returns the path to open after signing in. If `next` is the sign-in page, returns `/`. If `next` leads out of this
 * app, such as `//elsewhere` or a URL with a scheme, also returns `/`.
 */
export const safeNext = (next: unknown, origin = location.origin): string => {
  if (typeof next !== "string" || !next.startsWith("/")) return "/"
  try {
    const target = new URL(next, origin)
    if (target.origin !== origin || target.pathname === "/login" || target.pathname.startsWith("//"))
      return "/"
    return target.pathname + target.search + target.hash
  } catch {
    return "/"
  }
}
