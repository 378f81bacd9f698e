import { savedValues, type SavedCommand } from "@media/event-store/SavedValues"
import type { ViewEvent, ViewSaved } from "./events.ts"

/** Maximum number of views per account, because every change reads the account's whole stream. */
export const mostViews = 200

/** The values of a view, without ids. */
export type SavedView = Omit<typeof ViewSaved.Type, "_tag" | "viewId" | "accountId">

export type ViewCommand = SavedCommand<SavedView>

export const viewDecider = savedValues<SavedView, ViewEvent>({
  what: "view",
  many: "saved views",
  most: mostViews,
  saved: (viewId, accountId, view) => ({ _tag: "view.saved.v1", viewId, accountId, ...view }),
  removed: (viewId, accountId) => ({ _tag: "view.removed.v1", viewId, accountId }),
  read: (event) => {
    if (event._tag === "view.removed.v1") return [event.viewId, undefined]
    const { _tag, accountId, viewId, ...view } = event
    return [viewId, view]
  }
})
