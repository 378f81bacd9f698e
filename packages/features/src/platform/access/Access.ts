import { AdminRequired, Forbidden } from "@media/kernel/Errors"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"

/** The kinds of callers with a permission. The table in docs/security.md uses the same words. */
export type Who = "administrators" | "accounts that may create libraries"

interface Rule {
  readonly who: Who
  /** The kind of thing to which the act applies. The caller has already seen it. */
  readonly subject: "account" | "item" | "library" | null
  readonly meaning: string
}

/**
 * Every act that some accounts may not perform. Everything else (viewing visible items, rating them, one's own profile
 * and sessions) is open to every account. docs/security.md contains the table, and a test compares the two.
 */
export const acts = {
  administrate: {
    who: "administrators",
    subject: null,
    meaning: "use the routes for administrators: jobs and queues, folders of the disk, scan results"
  },
  "see-all-libraries": {
    who: "administrators",
    subject: null,
    meaning: "see libraries without being granted them"
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
  upload: {
    who: "administrators",
    subject: "library",
    meaning: "send files into a folder of a library"
  },
  "edit-item": {
    who: "administrators",
    subject: "item",
    meaning: "edit the details of an item; ratings need no permission"
  },
  "edit-entities": {
    who: "administrators",
    subject: null,
    meaning: "create, edit, merge, split and delete performers, studios and tags"
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
      "undo changes of the library and of settings; every account undoes its own ratings, favorites and marks"
  },
  "share-view": {
    who: "administrators",
    subject: null,
    meaning: "share a saved view with every account, and change or delete one that another account shares"
  },
  "manage-rules": {
    who: "administrators",
    subject: null,
    meaning: "have rules that act by themselves on new items, and tag items by names in their paths"
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
    new Forbidden({ reason: "You do not have the permission to create libraries." })
}

/**
 * For decisions that depend on the caller without rejecting anything: how much a response shows, or which check
 * applies.
 */
export const can = (principal: Principal, act: Act): boolean => isOneOf[acts[act].who](principal)

/**
 * Fails with 403 if the caller may not perform this act. Call it after reading the subject as the caller, because a
 * hidden subject causes 404, whatever the caller may do.
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
 * Tells whether an account may administer. For an account that is the subject, such as a created or changed one; an act
 * describes what the caller may do.
 */
export const administers = ({ role }: Pick<Principal, "role">): boolean => role === "administrator"

/**
 * Tells whether the page still has the same account with the same permanent permissions; otherwise its socket is
 * closed.
 */
export const isSameRole = (before: Principal, after: Principal): boolean =>
  before.role === after.role && before.accountId === after.accountId
