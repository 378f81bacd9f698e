import { AdminRequired, Forbidden } from "@media/kernel/Errors"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"

/** Groups of accounts that may have a permission. The table in docs/security.md uses the same words. */
export type Who = "administrators" | "accounts that may create libraries"

interface Rule {
  readonly who: Who
  /**
   * The kind of object that the act changes, if any. Commands load the object as the caller before they check the
   * permission, so that a hidden object results in 404.
   */
  readonly subject: "account" | "item" | "library" | null
  readonly meaning: string
}

/**
 * The acts that only some accounts may perform. Every account may perform all other actions, such as viewing and rating
 * visible items or changing its own profile. A test compares this list with the table in docs/security.md.
 */
export const acts = {
  administrate: {
    who: "administrators",
    subject: null,
    meaning: "use the routes for administrators: jobs and queues, folders on the disk, scan results"
  },
  "see-all-libraries": {
    who: "administrators",
    subject: null,
    meaning: "see libraries without being granted access to them"
  },
  "see-locations": {
    who: "administrators",
    subject: null,
    meaning: "see the folders of libraries on the disk"
  },
  "see-warnings": {
    who: "administrators",
    subject: null,
    meaning: "see the warnings of the server"
  },
  "watch-jobs": {
    who: "administrators",
    subject: null,
    meaning: "receive live updates of jobs"
  },
  "change-settings": {
    who: "administrators",
    subject: null,
    meaning: "change settings of the instance"
  },
  "manage-accounts": {
    who: "administrators",
    subject: null,
    meaning: "list, create, change, disable and delete accounts, and reset their passwords"
  },
  "see-as-account": {
    who: "administrators",
    subject: "account",
    meaning: "see what a member sees, without changing anything"
  },
  "create-library": {
    who: "accounts that may create libraries",
    subject: null,
    meaning: "create a library"
  },
  "use-any-folder": {
    who: "administrators",
    subject: null,
    meaning: "create a library outside of `MEDIA_MEMBER_FOLDERS`"
  },
  "manage-library": {
    who: "administrators",
    subject: "library",
    meaning: "change, scan or remove a library"
  },
  "write-nfo": {
    who: "administrators",
    subject: null,
    meaning: "let the server write NFO files next to the videos of a library"
  },
  "import-watched": {
    who: "administrators",
    subject: null,
    meaning: "choose the account for which watched status and positions are imported from NFO files"
  },
  upload: {
    who: "administrators",
    subject: "library",
    meaning: "upload files to a folder of a library"
  },
  "edit-item": {
    who: "administrators",
    subject: "item",
    meaning: "edit the details of an item; ratings need no permission"
  },
  "edit-entities": {
    who: "administrators",
    subject: null,
    meaning: "create, edit, merge, split and delete performers, studios, tags and authors"
  },
  "remove-item": {
    who: "administrators",
    subject: "item",
    meaning: "remove an item from its library with or without its file, restore it, and delete it permanently"
  },
  undo: {
    who: "administrators",
    subject: null,
    meaning:
      "undo changes to the library and to settings; every account undoes its own ratings, favorites and watched status"
  },
  "share-view": {
    who: "administrators",
    subject: null,
    meaning: "share a saved view with every account, and change or delete one that another account shares"
  },
  "manage-rules": {
    who: "administrators",
    subject: null,
    meaning: "create rules that run automatically on new items, and tag items by names in their paths"
  },
  "share-collection": {
    who: "administrators",
    subject: null,
    meaning: "share a collection with every account, and change or delete one that another account shares"
  },
  "answer-requests": {
    who: "administrators",
    subject: null,
    meaning: "see the requests of all accounts, and answer them"
  },
  "examine-item": {
    who: "administrators",
    subject: "item",
    meaning: "examine an item's file again"
  }
} as const satisfies Readonly<Record<string, Rule>>

type Acts = typeof acts
export type Act = keyof Acts

type RefusalOf<A extends Act> = Acts[A]["who"] extends "administrators" ? AdminRequired : Forbidden
type SubjectOf<A extends Act> = Acts[A]["subject"] extends null
  ? readonly []
  : readonly [subject: { readonly id: string }]

const isOneOf: { readonly [W in Who]: (principal: Principal) => boolean } = {
  administrators: ({ role }) => role === "administrator",
  "accounts that may create libraries": ({ mayCreateLibraries }) => mayCreateLibraries
}

const refusals: { readonly [W in Who]: () => AdminRequired | Forbidden } = {
  administrators: () => new AdminRequired(),
  "accounts that may create libraries": () =>
    new Forbidden({ reason: "You do not have permission to create libraries." })
}

/**
 * Returns true if the caller may perform this act. Use `can` where a missing permission changes the result instead of
 * failing the request, such as omitting fields from a response.
 */
export const can = (principal: Principal, act: Act): boolean => isOneOf[acts[act].who](principal)

/**
 * Fails with 403 if the caller may not perform this act. Read the subject as the caller first, because a hidden subject
 * must result in 404 regardless of the caller's permissions.
 */
export function require<A extends Act>(
  principal: Principal,
  act: A,
  ...subject: SubjectOf<A>
): Effect.Effect<void, RefusalOf<A>>
export function require(
  principal: Principal,
  act: Act,
  ...[subject]: ReadonlyArray<{ readonly id: string }>
): Effect.Effect<void, AdminRequired | Forbidden> {
  if (can(principal, act)) return Effect.void
  const accountId = principal.viewer?.accountId ?? principal.accountId
  return Effect.zipRight(
    Effect.logInfo("refused", { act, accountId, subject: subject?.id }),
    Effect.fail(refusals[acts[act].who]())
  )
}

/**
 * Returns true if the account is an administrator. Use this function for accounts that are being created or changed.
 * For the caller of a request, use `can`.
 */
export const administers = ({ role }: Pick<Principal, "role">): boolean => role === "administrator"

/**
 * Returns true if both principals are the same account with the same role. If they are not, the server closes the
 * WebSocket of the page.
 */
export const isSameRole = (before: Principal, after: Principal): boolean =>
  before.role === after.role && before.accountId === after.accountId
