import type { StoredCollection } from "../../catalog/membership/stored.ts"
import type { Principal } from "@media/wire/Security"
import * as Access from "../../platform/access/Access.ts"

/** Owners may change their private collections, and administrators all shared ones. */
export const mayEdit = (principal: Principal, { accountId, isShared }: StoredCollection): boolean =>
  isShared ? Access.can(principal, "share-collection") : accountId === principal.accountId
