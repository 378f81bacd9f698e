import type { RawRoute } from "@media/http/RawRoute"
import { rawRoutes } from "./generated/rawRoutes.ts"

export type RawRequirements = (typeof rawRoutes)[number] extends infer Route
  ? Route extends RawRoute<infer R>
    ? R
    : never
  : never

export interface RawMatch {
  readonly handle: RawRoute<RawRequirements>["handle"]
  readonly params: Readonly<Record<string, string>>
}

const compiled = rawRoutes.map((route) => ({
  route: route as unknown as RawRoute<RawRequirements>,
  segments: route.path.split("/").slice(1)
}))

const decode = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** `pathname` is canonical. The rest behind a `*` is decoded once and never joined to a path. */
export const matchRaw = (method: string | undefined, pathname: string): RawMatch | undefined => {
  if (method !== "GET" && method !== "HEAD") return undefined
  const parts = pathname.split("/").slice(1)
  search: for (const { route, segments } of compiled) {
    const params: Record<string, string> = {}
    if (segments.at(-1) === "*" ? parts.length < segments.length : parts.length !== segments.length) continue
    for (const [index, segment] of segments.entries()) {
      if (segment === "*") {
        params["*"] = decode(parts.slice(index).join("/")) ?? ""
        break
      }
      const part = parts[index] ?? ""
      if (segment.startsWith(":")) params[segment.slice(1)] = decode(part) ?? ""
      else if (segment !== part) continue search
    }
    if (route.accepts?.(params) === false) continue
    return { handle: route.handle, params }
  }
  return undefined
}
