import { EventStore } from "@media/event-store/EventStore"
import type { EventMeta } from "@media/event-store/Event"
import type { PictureRole, PictureSet } from "@media/pictures/PictureSet"
import * as Effect from "effect/Effect"
import type { RolePicture } from "../events.ts"
import { roleDecider, type RoleCommand, type RoleSource } from "./decider.ts"

/** Converts a stored picture to the value that is recorded in events. */
export const describedPicture = (
  { height, thumbHash, version, width }: Omit<PictureSet, "sizes">,
  file?: RolePicture["file"]
): RolePicture => ({ version, width, height, thumbHash, ...(file === undefined ? {} : { file }) })

const record = (itemId: string, command: RoleCommand, meta: EventMeta) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId: itemId, decider: roleDecider, command, meta })
  )

/**
 * Records the backdrop or logo of an item or group from one source. The bytes must already be stored with `storeOwn`,
 * because clients may request a picture as soon as it is recorded. Null removes the picture of this source.
 */
export const setRolePicture = Effect.fn("pictures.setRole")(function* (
  itemId: string,
  role: PictureRole,
  source: RoleSource,
  picture: RolePicture | null,
  meta: EventMeta
) {
  yield* record(itemId, { role, source, picture }, meta)
})
