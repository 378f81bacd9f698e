import { kinds } from "../../generated/kinds.ts"
import type { MediaKind } from "../../MediaKind.ts"
import type { SqlSource } from "./sources.ts"

interface Context {
  readonly kind: string
  readonly accountId: string
  readonly hidesNsfw?: boolean
}

/**
 * The caller's state of a group `v` by the state of its items, as an expression that is never null. Undefined for items,
 * and for groups with a state of their own.
 */
export const groupState = (
  { accountId, hidesNsfw = false, kind }: Context,
  source: SqlSource & { readonly from: "own" }
): string | undefined => {
  if (source.isOfGroups !== true) return undefined
  const registered: ReadonlyArray<MediaKind> = kinds
  return registered.find((each) => each.kind === kind)?.isWatchedBy?.({ accountId, showNsfw: !hidesNsfw })
}
