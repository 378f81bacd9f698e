import * as Access from "@media/features/platform/access/Access"
import type { Principal } from "@media/wire/Security"

/**
 * Is there anything that the caller could see with the rights of before and may not with those of now? What is being sent
 * was allowed by the former. Gaining rights ends nothing: a player would stop for no reason.
 */
export const hasLost = (before: Principal, now: Principal | undefined): boolean =>
  now === undefined ||
  !Access.isSameRole(before, now) ||
  (before.showNsfw && !now.showNsfw) ||
  before.libraryIds.some((id) => !now.libraryIds.includes(id))
