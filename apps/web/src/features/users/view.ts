import { api } from "@/api"
import { appAddress } from "@/lib/place"
import type { SessionStart } from "@media/features/identity/accounts/contract"

/** This window is switching sessions itself, so a live message about that is expected. */
let isMoving = false

/** The whole app starts again: nothing that one account has read may be shown to another. */
const change = async (request: () => Promise<unknown>, next: string): Promise<void> => {
  isMoving = true
  try {
    await request()
    location.assign(appAddress(next))
  } catch (fault) {
    isMoving = false
    throw fault
  }
}
export const startView = (userId: string): Promise<void> =>
  change(() => api.view.start({ body: { userId } }), "/")
export const endView = (): Promise<void> => change(() => api.view.end(), "/admin/accounts")

/** Tells whether cached pages of one session may be shown in the other. */
export const isSameView = (before: SessionStart | undefined, now: SessionStart | undefined): boolean =>
  before?.user?.id === now?.user?.id && before?.viewer?.id === now?.viewer?.id

/** In another window of this browser a view began or ended. */
export const startAgain = (): void => {
  if (!isMoving) location.assign(appAddress("/"))
}
