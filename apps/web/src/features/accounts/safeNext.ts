/** Where to go after signing in: only a path within this app, never `//elsewhere` or another scheme. */
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
