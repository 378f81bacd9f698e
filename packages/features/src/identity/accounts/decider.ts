import type { Decider } from "@media/event-store/Decider"
import * as Either from "effect/Either"
import type { AccountEvent } from "./events.ts"

type Role = "administrator" | "member"

/** An administrator's changes to an account. Omitted fields are not changed. */
export interface Rights {
  readonly role?: Role | undefined
  readonly enabled?: boolean | undefined
  readonly allowNsfw?: boolean | undefined
  readonly mayCreateLibraries?: boolean | undefined
  readonly libraryIds?: ReadonlyArray<string> | undefined
}

export type AccountCommand =
  | {
      readonly _tag: "Create"
      readonly username: string
      readonly displayName: string
      readonly role: Role
      readonly allowNsfw: boolean
      readonly mayCreateLibraries: boolean
      readonly libraryIds: ReadonlyArray<string>
    }
  | {
      readonly _tag: "Import"
      readonly username: string
      readonly formerUsername: string | null
      readonly displayName: string
      readonly enabled: boolean
      readonly allowNsfw: boolean
      readonly libraryIds: ReadonlyArray<string>
      readonly lastSignInAt: string | null
    }
  | { readonly _tag: "Promote" }
  | { readonly _tag: "Recover" }
  | {
      readonly _tag: "Change"
      readonly displayName?: string | undefined
      readonly showNsfw?: boolean | undefined
    }
  | ({ readonly _tag: "Administer" } & Rights)
  | { readonly _tag: "GrantLibrary"; readonly libraryId: string }
  | { readonly _tag: "ResetPassword" | "StartView" | "EndView" | "Delete" }

interface AccountState {
  readonly exists: boolean
  readonly isDeleted: boolean
  readonly role: Role
  readonly enabled: boolean
  readonly allowNsfw: boolean
  readonly mayCreateLibraries: boolean
  readonly username: string
  readonly displayName: string
  readonly showNsfw: boolean
  readonly libraryIds: ReadonlyArray<string>
}

const isSameSet = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  JSON.stringify([...a].sort()) === JSON.stringify([...b].sort())

/** Returns one event for each permission that differs from the current state. */
const changesOf = (rights: Rights, state: AccountState): ReadonlyArray<AccountEvent> => {
  const { allowNsfw, enabled, libraryIds, mayCreateLibraries, role } = { ...state, ...given(rights) }
  const changes: ReadonlyArray<readonly [isChanged: boolean, event: AccountEvent]> = [
    [role !== state.role, { _tag: "account.role-changed.v1", role }],
    [enabled !== state.enabled, { _tag: enabled ? "account.enabled.v1" : "account.disabled.v1" }],
    [allowNsfw !== state.allowNsfw, { _tag: "account.nsfw-permission-changed.v1", allowNsfw }],
    [
      mayCreateLibraries !== state.mayCreateLibraries,
      { _tag: "account.library-creation-changed.v1", mayCreateLibraries }
    ],
    [!isSameSet(libraryIds, state.libraryIds), { _tag: "account.libraries-changed.v1", libraryIds }]
  ]
  return changes.flatMap(([isChanged, event]) => (isChanged ? [event] : []))
}

const given = (rights: Rights): Partial<AccountState> =>
  Object.fromEntries(Object.entries(rights).filter(([, value]) => value !== undefined))

/** The role and permissions that an account gets when the setup or a recovery makes it an administrator. */
const regained = { role: "administrator", enabled: true, mayCreateLibraries: true } as const

/**
 * Handles commands that change an account. Records events only for actual changes, and none for a deleted account.
 * Callers must check permissions first.
 */
export const accountDecider: Decider<AccountCommand, AccountState, AccountEvent, never> = {
  initial: {
    exists: false,
    isDeleted: false,
    role: "member",
    enabled: true,
    allowNsfw: false,
    mayCreateLibraries: false,
    username: "",
    displayName: "",
    showNsfw: true,
    libraryIds: []
  },
  decide: (command, state) => {
    if (state.isDeleted) return Either.right([])
    switch (command._tag) {
      case "Create": {
        const { _tag, ...fields } = command
        return Either.right(state.exists ? [] : [{ _tag: "account.created.v1", ...fields }])
      }
      case "Import": {
        const { _tag, ...fields } = command
        return Either.right(state.exists ? [] : [{ _tag: "account.imported.v1", ...fields }])
      }
      case "Promote":
        return Either.right(state.role === "administrator" ? [] : [{ _tag: "account.promoted.v1" }])
      // A recovery is always recorded, even if it changes no permission, because it shows that someone with access to
      // the server's environment has set the password.
      case "Recover":
        return Either.right([{ _tag: "account.recovered.v1" }])
      case "Change": {
        const { displayName = state.displayName, showNsfw = state.showNsfw } = command
        const renamed: AccountEvent = { _tag: "account.renamed.v1", displayName }
        const preferred: AccountEvent = { _tag: "account.nsfw-preference-changed.v1", showNsfw }
        return Either.right([
          ...(displayName === state.displayName ? [] : [renamed]),
          ...(showNsfw === state.showNsfw ? [] : [preferred])
        ])
      }
      case "Administer": {
        const { _tag, ...rights } = command
        return Either.right(changesOf(rights, state))
      }
      case "GrantLibrary":
        return Either.right(
          state.libraryIds.includes(command.libraryId)
            ? []
            : [{ _tag: "account.library-granted.v1", libraryId: command.libraryId }]
        )
      case "ResetPassword":
        return Either.right([{ _tag: "account.password-reset.v1" }])
      case "StartView":
        return Either.right([{ _tag: "account.view-started.v1" }])
      case "EndView":
        return Either.right([{ _tag: "account.view-ended.v1" }])
      case "Delete": {
        const { displayName, username } = state
        return Either.right([{ _tag: "account.deleted.v1", username, displayName }])
      }
    }
  },
  evolve: (state, event) => {
    switch (event._tag) {
      case "account.created.v1": {
        const { _tag, ...fields } = event
        return { ...state, ...fields, exists: true }
      }
      case "account.imported.v1": {
        const { allowNsfw, displayName, enabled, libraryIds, username } = event
        return { ...state, allowNsfw, displayName, enabled, libraryIds, username, exists: true }
      }
      case "account.promoted.v1":
        return { ...state, ...regained, allowNsfw: true }
      case "account.recovered.v1":
        return { ...state, ...regained }
      case "account.renamed.v1":
        return { ...state, displayName: event.displayName }
      case "account.nsfw-preference-changed.v1":
        return { ...state, showNsfw: event.showNsfw }
      case "account.library-granted.v1":
        return { ...state, libraryIds: [...state.libraryIds, event.libraryId] }
      case "account.role-changed.v1":
        return { ...state, role: event.role }
      case "account.enabled.v1":
        return { ...state, enabled: true }
      case "account.disabled.v1":
        return { ...state, enabled: false }
      case "account.nsfw-permission-changed.v1":
        return { ...state, allowNsfw: event.allowNsfw }
      case "account.library-creation-changed.v1":
        return { ...state, mayCreateLibraries: event.mayCreateLibraries }
      case "account.libraries-changed.v1":
        return { ...state, libraryIds: event.libraryIds }
      case "account.deleted.v1":
        return { ...state, isDeleted: true }
      case "account.password-reset.v1":
      case "account.view-started.v1":
      case "account.view-ended.v1":
        return state
    }
  }
}
