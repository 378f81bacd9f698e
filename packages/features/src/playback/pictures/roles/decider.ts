import type { Decider } from "@media/event-store/Decider"
import type { NotFound } from "@media/kernel/Errors"
import { isSameJson } from "@media/kernel/Json"
import type { PictureRole } from "@media/pictures/PictureSet"
import * as Either from "effect/Either"
import type { ItemEvent } from "../../../catalog/items/events.ts"
import type { roleSources } from "../../../catalog/items/rolePictures.ts"
import { evolveFile, type FileState, noFile, requireRegistered } from "../../../catalog/items/fileState.ts"
import type { PictureEvent, RolePicture } from "../events.ts"

export type RoleSource = (typeof roleSources)[number]

/**
 * Sets the picture that an item has in a role from one source, or removes it if `picture` is null. The event is written
 * to the item's stream.
 */
export interface RoleCommand {
  readonly role: PictureRole
  readonly source: RoleSource
  readonly picture: RolePicture | null
}

interface RoleState {
  readonly file: FileState
  /** The pictures, with keys of the form `role/source`. */
  readonly pictures: Readonly<Record<string, RolePicture | null>>
}

/** Returns the key of a picture. */
export const roleKey = ({ role, source }: Pick<RoleCommand, "role" | "source">): string => `${role}/${source}`

export const roleDecider: Decider<RoleCommand, RoleState, ItemEvent | PictureEvent, NotFound> = {
  initial: { file: noFile, pictures: {} },
  decide: ({ picture, role, source }, { file, pictures }) =>
    Either.map(requireRegistered(file), () =>
      isSameJson(pictures[roleKey({ role, source })] ?? null, picture)
        ? []
        : [{ _tag: "picture.role-set.v1" as const, role, source, picture }]
    ),
  evolve: (state, event) => {
    switch (event._tag) {
      case "picture.role-set.v1":
        return { ...state, pictures: { ...state.pictures, [roleKey(event)]: event.picture } }
      case "picture.made.v1":
      case "picture.failed.v1":
      case "picture.chosen.v1":
      case "picture.reset.v1":
        return state
      default:
        return { ...state, file: evolveFile(state.file, event) }
    }
  }
}
