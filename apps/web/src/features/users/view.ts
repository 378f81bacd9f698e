import { api } from "@/api"
import { appAddress } from "@/lib/urlBase"
import type { SessionStart } from "@media/features/identity/accounts/contract"

/** True while this window switches sessions itself, so a live message about the switch is expected. */
let isMoving = false

/** Reloads the whole app, so that data read by one account is never shown to another. */
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

/** True if cached pages of one session may be shown in the other. */
export const isSameView = (before: SessionStart | undefined, now: SessionStart | undefined): boolean =>
  before?.user?.id === now?.user?.id && before?.viewer?.id === now?.viewer?.id

/** Another window of this browser has started or ended a view as another account. */
export const startAgain = (): void => {
  if (!isMoving) location.assign(appAddress("/"))
}
