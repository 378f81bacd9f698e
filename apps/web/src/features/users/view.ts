import { api } from "@/api"
import { appAddress } from "@/lib/urlBase"
import type { SessionStart } from "@media/features/identity/accounts/contract"

/** True while this window itself switches between users. The window then ignores the live message about the switch. */
let isMoving = false

/** Switches users and reloads the whole app, so that data of one user is never shown to another user. */
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

/**
 * Returns true if both sessions have the same user and viewer. In this case, pages that were cached in one session may
 * be shown in the other session.
 */
export const isSameView = (before: SessionStart | undefined, now: SessionStart | undefined): boolean =>
  before?.user?.id === now?.user?.id && before?.viewer?.id === now?.viewer?.id

/** Reloads the app after another window of this browser has started or ended viewing as another user. */
export const startAgain = (): void => {
  if (!isMoving) location.assign(appAddress("/"))
}
