import * as Access from "@media/features/platform/access/Access"
import type { Principal } from "@media/wire/Security"

/**
 * True if an account may no longer see something that it could see before, or if its session has ended. Its running
 * transfers must then end, because they were started with the old permissions. Gaining permissions does not count,
 * because a player should not stop for no reason.
 */
export const hasLost = (before: Principal, now: Principal | undefined): boolean =>
  now === undefined ||
  !Access.isSameRole(before, now) ||
  (before.showNsfw && !now.showNsfw) ||
  before.libraryIds.some((id) => !now.libraryIds.includes(id))
