import * as Access from "@media/features/platform/access/Access"
import type { Principal } from "@media/wire/Security"

/**
 * True if the new permissions hide objects that the old permissions showed. Running transfers were allowed by the old
 * permissions and must then end. Additional permissions do not end transfers, because a player would stop for no
 * reason.
 */
export const hasLost = (before: Principal, now: Principal | undefined): boolean =>
  now === undefined ||
  !Access.isSameRole(before, now) ||
  (before.showNsfw && !now.showNsfw) ||
  before.libraryIds.some((id) => !now.libraryIds.includes(id))
