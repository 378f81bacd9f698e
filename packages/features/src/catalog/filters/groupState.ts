import { kinds } from "../../generated/kinds.ts"
import type { MediaKind } from "../../MediaKind.ts"
import type { SqlSource } from "./sources.ts"

interface Context {
  readonly kind: string
  readonly accountId: string
  readonly hidesNsfw?: boolean
}

/**
 * Returns SQL for the caller's state of the group `v`, such as whether the group is watched. The SQL derives this state
 * from the state of the group's items. The SQL value is never null. Returns undefined if `v` is not a group, or if the
 * state of such groups is stored and not derived.
 */
export const groupState = (
  { accountId, hidesNsfw = false, kind }: Context,
  source: SqlSource & { readonly from: "own" }
): string | undefined => {
  if (source.isOfGroups !== true) return undefined
  const registered: ReadonlyArray<MediaKind> = kinds
  return registered.find((each) => each.kind === kind)?.isWatchedBy?.({ accountId, showNsfw: !hidesNsfw })
}
