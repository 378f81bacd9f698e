import type { Decider } from "@media/event-store/Decider"
import * as Either from "effect/Either"
import type { AccountEvent } from "./events.ts"

export type AccountCommand =
  | {
      readonly _tag: "Create"
      readonly username: string
      readonly displayName: string
      readonly role: "administrator" | "member"
      readonly allowNsfw: boolean
      readonly mayCreateLibraries: boolean
      readonly libraryIds: ReadonlyArray<string>
    }
  | { readonly _tag: "Promote" }
  | {
      readonly _tag: "Change"
      readonly displayName?: string | undefined
      readonly showNsfw?: boolean | undefined
    }
  | { readonly _tag: "GrantLibrary"; readonly libraryId: string }

interface AccountState {
  readonly exists: boolean
  readonly role: "administrator" | "member"
  readonly displayName: string
  readonly showNsfw: boolean
  readonly libraryIds: ReadonlyArray<string>
}

/** An event only where something changes. Commands check beforehand who may give them. */
export const accountDecider: Decider<AccountCommand, AccountState, AccountEvent, never> = {
  initial: { exists: false, role: "member", displayName: "", showNsfw: true, libraryIds: [] },
  decide: (command, state) => {
    switch (command._tag) {
      case "Create": {
        const { _tag, ...fields } = command
        return Either.right(state.exists ? [] : [{ _tag: "account.created.v1", ...fields }])
      }
      case "Promote":
        return Either.right(state.role === "administrator" ? [] : [{ _tag: "account.promoted.v1" }])
      case "Change": {
        const { displayName = state.displayName, showNsfw = state.showNsfw } = command
        const renamed: AccountEvent = { _tag: "account.renamed.v1", displayName }
        const preferred: AccountEvent = { _tag: "account.nsfw-preference-changed.v1", showNsfw }
        return Either.right([
          ...(displayName === state.displayName ? [] : [renamed]),
          ...(showNsfw === state.showNsfw ? [] : [preferred])
        ])
      }
      case "GrantLibrary":
        return Either.right(
          state.libraryIds.includes(command.libraryId)
            ? []
            : [{ _tag: "account.library-granted.v1", libraryId: command.libraryId }]
        )
    }
  },
  evolve: (state, event) => {
    switch (event._tag) {
      case "account.created.v1":
        return {
          exists: true,
          role: event.role,
          displayName: event.displayName,
          showNsfw: true,
          libraryIds: event.libraryIds
        }
      case "account.promoted.v1":
        return { ...state, role: "administrator" }
      case "account.renamed.v1":
        return { ...state, displayName: event.displayName }
      case "account.nsfw-preference-changed.v1":
        return { ...state, showNsfw: event.showNsfw }
      case "account.library-granted.v1":
        return { ...state, libraryIds: [...state.libraryIds, event.libraryId] }
    }
  }
}
