import { AdminRequired, Forbidden } from "@media/kernel/Errors"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"

/** Who may act. The words stand in the table of docs/security.md, too. */
export type Who = "administrators" | "accounts that may create libraries"

interface Rule {
  readonly who: Who
  /** What kind of thing the act is done to; the caller has already seen it. */
  readonly subject: "account" | "item" | "library" | null
  readonly meaning: string
}

/**
 * Every act that not every account may do. What is not here (looking at what is visible, rating it, one's own profile and
 * sessions) every account may do. docs/security.md shows the table, and a test compares the two.
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
  "share-view": {
    who: "administrators",
    subject: null,
    meaning: "share a saved view with every account, and change or delete one that another account shares"
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

/** For what differs by caller without being refused: how much an answer shows, which check applies. */
export const can = (principal: Principal, act: Act): boolean => isOneOf[acts[act].who](principal)

/**
 * Fails with 403 when the caller may not do this. Asked after the subject was read as the caller sees it: a hidden one is
 * 404, whatever the caller may do.
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

/** Of an account as a subject, such as one that is created or changed; what a caller may do is an act. */
export const administers = ({ role }: Pick<Principal, "role">): boolean => role === "administrator"

/** Is the page still the same account's, with the same rights that it cannot take back while open? Else its socket is closed. */
export const isSameRole = (before: Principal, after: Principal): boolean =>
  before.role === after.role && before.accountId === after.accountId
