import type { Decider } from "@media/event-store/Decider"
import type { NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { ItemEvent } from "../../catalog/items/events.ts"
import {
  evolveFile,
  isSameFile,
  noFile,
  type FileStamp,
  type FileState,
  type ProbeOutdated,
  requireRegistered,
  requireSameFile
} from "../../catalog/items/fileState.ts"
import type { PictureChoice, PictureEvent, PictureMade } from "./events.ts"

/** A generated picture, with the size and the modification time of its source file. */
export type MadePicture = Omit<typeof PictureMade.Type, "_tag">

/** Commands for the picture of an item. Their events are in the item's stream. */
export type PictureCommand =
  | {
      readonly _tag: "RecordPicture"
      readonly made: MadePicture
      /** The choice that the picture shows. If a user has made another choice since, the picture is not recorded. */
      readonly choice: PictureChoice | null
    }
  | ({
      readonly _tag: "RecordFailure"
      readonly reason: string
      /** The choice that the failed picture should have shown. Handled as in `RecordPicture`. */
      readonly choice: PictureChoice | null
    } & FileStamp)
  | { readonly _tag: "Choose"; readonly choice: PictureChoice; readonly made: MadePicture }
  | { readonly _tag: "Reset" }

interface PictureState {
  readonly file: FileState
  readonly choice: PictureChoice | null
  readonly made: MadePicture | null
  readonly failure: (FileStamp & { readonly reason: string }) | null
}

export const isSameChoice = (a: PictureChoice | null, b: PictureChoice | null): boolean =>
  a === null || b === null
    ? a === b
    : a.from === "frame"
      ? b.from === "frame" && a.seconds === b.seconds
      : b.from === "upload" && a.digest === b.digest

/** Returns no events if the same picture is already recorded. */
const madeEvents = (made: MadePicture, state: PictureState) =>
  state.made !== null && state.made.version === made.version && isSameFile(made, state.made)
    ? []
    : [{ _tag: "picture.made.v1" as const, ...made }]

export const pictureDecider: Decider<
  PictureCommand,
  PictureState,
  ItemEvent | PictureEvent,
  NotFound | ProbeOutdated
> = {
  initial: { file: noFile, choice: null, made: null, failure: null },
  decide: (command, state) =>
    Either.gen(function* () {
      yield* requireRegistered(state.file)
      switch (command._tag) {
        case "RecordPicture": {
          if (!isSameChoice(command.choice, state.choice)) return []
          yield* requireSameFile(command.made, state.file)
          return madeEvents(command.made, state)
        }
        case "RecordFailure": {
          const { _tag, choice, ...failure } = command
          if (!isSameChoice(choice, state.choice)) return []
          yield* requireSameFile(failure, state.file)
          const isKnown =
            state.failure !== null &&
            isSameFile(failure, state.failure) &&
            state.failure.reason === failure.reason
          return isKnown ? [] : [{ _tag: "picture.failed.v1" as const, ...failure }]
        }
        case "Choose": {
          const chosen = isSameChoice(command.choice, state.choice)
            ? []
            : [{ _tag: "picture.chosen.v1" as const, choice: command.choice }]
          return [...chosen, ...madeEvents(command.made, state)]
        }
        case "Reset":
          return state.choice === null ? [] : [{ _tag: "picture.reset.v1" as const }]
      }
    }),
  evolve: (state, event) => {
    switch (event._tag) {
      case "picture.role-set.v1":
        return state
      case "picture.made.v1":
        return { ...state, made: event, failure: null }
      case "picture.failed.v1":
        return { ...state, made: null, failure: event }
      case "picture.chosen.v1":
        return { ...state, choice: event.choice }
      case "picture.reset.v1":
        return { ...state, choice: null }
      default:
        return { ...state, file: evolveFile(state.file, event) }
    }
  }
}
