import { kinds } from "../../generated/kinds.ts"
import type { MediaKind } from "../../MediaKind.ts"
import type { SqlSource } from "./sources.ts"

interface Context {
  readonly kind: string
  readonly accountId: string
  readonly hidesNsfw?: boolean
}

/**
 * Returns SQL for the caller's state of a group `v`, derived from the state of its items. The SQL value is never null.
 * Returns undefined for items, and for groups that have their own state.
 */
export const groupState = (
  { accountId, hidesNsfw = false, kind }: Context,
  source: SqlSource & { readonly from: "own" }
): string | undefined => {
  if (source.isOfGroups !== true) return undefined
  const registered: ReadonlyArray<MediaKind> = kinds
  return registered.find((each) => each.kind === kind)?.isWatchedBy?.({ accountId, showNsfw: !hidesNsfw })
}
