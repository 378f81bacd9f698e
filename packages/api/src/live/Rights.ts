import * as Access from "@media/features/platform/access/Access"
import type { Principal } from "@media/wire/Security"

/**
 * Tells whether the caller could see anything with the old permissions that the new ones hide. Running transfers were
 * allowed by the old permissions. Gaining permissions ends nothing, because a player would otherwise stop for no
 * reason.
 */
export const hasLost = (before: Principal, now: Principal | undefined): boolean =>
  now === undefined ||
  !Access.isSameRole(before, now) ||
  (before.showNsfw && !now.showNsfw) ||
  before.libraryIds.some((id) => !now.libraryIds.includes(id))
