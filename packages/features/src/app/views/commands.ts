import { uuidv7 } from "@media/kernel/Ids"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { readQuery } from "../../catalog/filters/readQuery.ts"
import * as Access from "../../platform/access/Access.ts"
import { commandBy } from "../../platform/access/Command.ts"
import type { NewView, ViewPatch } from "./contract.ts"
import { viewDecider, type ViewCommand } from "./decider.ts"
import { viewsStream } from "./ids.ts"
import { findView } from "./queries.ts"

const execute = (principal: Principal, command: ViewCommand) =>
  commandBy(principal, { streamId: viewsStream(command.accountId), decider: viewDecider, command })

/** Fails for an invalid query. The error contains the position of each mistake. */
const readable = (text: string | undefined) =>
  text === undefined ? Effect.void : readQuery(text, itemFieldTable())

export const createView = Effect.fn("views.create")(function* (
  principal: Principal,
  {
    columns = null,
    isPinned = false,
    isShared = false,
    layout = null,
    name,
    page,
    sort = null,
    text
  }: NewView
) {
  if (isShared) yield* Access.require(principal, "share-view")
  yield* readable(text)
  const viewId = uuidv7()
  yield* execute(principal, {
    _tag: "Create",
    ...{ id: viewId, accountId: principal.accountId },
    value: { name: name.trim(), page, text, columns, layout, sort, isPinned, isShared }
  })
  return (yield* findView(principal, viewId)).view
})

/**
 * Changes a view. Users can change their own private views. Only administrators can change shared views or share a
 * view.
 */
export const changeView = Effect.fn("views.change")(function* (
  principal: Principal,
  id: string,
  { name, ...patch }: ViewPatch
) {
  const { ownerId, view } = yield* findView(principal, id)
  if (!view.isOwn || (patch.isShared ?? view.isShared)) yield* Access.require(principal, "share-view")
  yield* readable(patch.text)
  const given = { ...patch, ...(name === undefined ? {} : { name: name.trim() }) }
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  yield* execute(principal, { _tag: "Change", id, accountId: ownerId, changes })
  const after = yield* Effect.either(findView(principal, id))
  // An administrator who stops sharing another account's view can no longer see it.
  return after._tag === "Right" ? after.right.view : { ...view, ...changes }
})

export const removeView = Effect.fn("views.remove")(function* (principal: Principal, id: string) {
  const { ownerId, view } = yield* findView(principal, id)
  if (!view.isOwn) yield* Access.require(principal, "share-view")
  yield* execute(principal, { _tag: "Remove", id, accountId: ownerId })
  return null
})
