import type { Settings } from "@media/features/platform/settings/contract"
import { shallowRef } from "vue"
import { asApiError, type ApiError } from "@/api"
import { useUpdateSettings } from "./queries"

export type SaveState = "idle" | "saving" | "saved" | "failed"

/** Saves a setting as soon as it changes. Returns the saving state and the error for display next to the setting. */
export const useAutoSave = () => {
  const update = useUpdateSettings()
  const state = shallowRef<SaveState>("idle")
  const error = shallowRef<ApiError>()
  let latest = 0

  const save = async (patch: Partial<Settings>): Promise<void> => {
    const request = ++latest
    state.value = "saving"
    error.value = undefined
    try {
      await update.mutateAsync(patch)
      if (request === latest) state.value = "saved"
    } catch (fault) {
      if (request !== latest) return
      state.value = "failed"
      error.value = asApiError(fault)
    }
  }
  return { state, error, save }
}
