import type { Decider } from "@media/event-store/Decider"
import type { NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import * as Equal from "effect/Equal"
import * as Data from "effect/Data"
import type { ItemEvent } from "../../catalog/items/events.ts"
import {
  evolveFile,
  isNewContent,
  noFile,
  type FileState,
  type ProbeOutdated,
  requireRegistered,
  requireSameFile
} from "../../catalog/items/fileState.ts"
import type { ImageEvent, ImageExamined } from "./events.ts"

/** The metadata of an image, with the size and modification time of the file from which the metadata was read. */
export type Examination = Omit<typeof ImageExamined.Type, "_tag">

/**
 * Commands that exist only for images. Their events are appended to the item's stream, together with the events that
 * all items share.
 */
export type ImageCommand = { readonly _tag: "RecordExamination"; readonly examination: Examination }

interface ImageState {
  readonly file: FileState
  readonly examination: Examination | null
}

const isSame = (a: Examination, b: Examination): boolean => Equal.equals(Data.struct(a), Data.struct(b))

export const imageDecider: Decider<
  ImageCommand,
  ImageState,
  ItemEvent | ImageEvent,
  NotFound | ProbeOutdated
> = {
  initial: { file: noFile, examination: null },
  decide: ({ examination }, state) =>
    Either.gen(function* () {
      yield* requireRegistered(state.file)
      yield* requireSameFile(examination, state.file)
      return state.examination !== null && isSame(examination, state.examination)
        ? []
        : [{ _tag: "image.examined.v1" as const, ...examination }]
    }),
  evolve: (state, event) => {
    if (event._tag === "image.examined.v1") {
      const { _tag, ...examination } = event
      return { ...state, examination }
    }
    return {
      file: evolveFile(state.file, event),
      examination: isNewContent(event) ? null : state.examination
    }
  }
}
