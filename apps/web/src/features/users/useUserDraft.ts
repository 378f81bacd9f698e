import type { User } from "@media/features/identity/accounts/contract"
import { computed, reactive } from "vue"
import type { UserInput, UserPatch } from "./queries"

/** Manages the form values of a new or existing account. */
export const useUserDraft = (user: User | null) => {
  const first = {
    username: user?.username ?? "",
    password: "",
    displayName: user?.displayName ?? "",
    role: user?.role ?? ("member" as const),
    enabled: user?.enabled ?? true,
    allowNsfw: user?.allowNsfw ?? false,
    mayCreateLibraries: user?.mayCreateLibraries ?? false,
    libraryIds: user?.libraryIds ?? ([] as ReadonlyArray<string>)
  }
  const draft: { -readonly [Name in keyof typeof first]: (typeof first)[Name] } = reactive({ ...first })
  const isDirty = computed(() => JSON.stringify(draft) !== JSON.stringify(first))
  const isSame = (name: keyof typeof first): boolean =>
    JSON.stringify(draft[name]) === JSON.stringify(first[name])

  const input = (): UserInput => {
    const { displayName, username, ...rest } = draft
    const shown = displayName.trim()
    return { ...rest, username: username.trim(), ...(shown === "" ? {} : { displayName: shown }) }
  }
  /** Returns only the fields that the user changed in this form, so that changes by other administrators are kept. */
  const patch = (): UserPatch => {
    const { password: _password, username: _username, ...rest } = draft
    const named = { ...rest, displayName: draft.displayName.trim() }
    return Object.fromEntries(Object.entries(named).filter(([name]) => !isSame(name as keyof typeof first)))
  }
  /** Sets initial values, which do not count as changes by the user. */
  const start = (values: Partial<typeof first>): void => {
    Object.assign(first, values)
    Object.assign(draft, values)
  }
  return { draft, input, isDirty, patch, start }
}
