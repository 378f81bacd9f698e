import type { Decider } from "@media/event-store/Decider"
import type { NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { ItemEvent } from "../../catalog/items/events.ts"
import {
  evolveFile,
  noFile,
  type FileState,
  isNewContent,
  type ProbeOutdated,
  requireRegistered,
  requireSameFile
} from "../../catalog/items/fileState.ts"
import type { ClipMade, PreviewEvent, PreviewFailed, TrickplayMade } from "./events.ts"

/** Commands that record a preview, or the reason why there is no preview. Their events are in the item's stream. */
export type PreviewCommand =
  | { readonly _tag: "RecordTrickplay"; readonly made: Omit<typeof TrickplayMade.Type, "_tag"> }
  | { readonly _tag: "RecordClip"; readonly made: Omit<typeof ClipMade.Type, "_tag"> }
  | { readonly _tag: "RecordFailure"; readonly failed: Omit<typeof PreviewFailed.Type, "_tag"> }

interface PreviewState {
  readonly file: FileState
  readonly trickplay: typeof TrickplayMade.Type | typeof PreviewFailed.Type | null
  readonly clip: typeof ClipMade.Type | typeof PreviewFailed.Type | null
}

const eventOf = (command: PreviewCommand): PreviewEvent => {
  switch (command._tag) {
    case "RecordTrickplay":
      return { _tag: "preview.trickplay-made.v1", ...command.made }
    case "RecordClip":
      return { _tag: "preview.clip-made.v1", ...command.made }
    case "RecordFailure":
      return { _tag: "preview.failed.v1", ...command.failed }
  }
}

const isEqual = (a: PreviewEvent, b: PreviewEvent | null): boolean =>
  b !== null &&
  Object.entries(a).every(([name, value]) => (b as unknown as Record<string, unknown>)[name] === value)

const productOf = (event: PreviewEvent): "trickplay" | "clip" =>
  event._tag === "preview.trickplay-made.v1"
    ? "trickplay"
    : event._tag === "preview.clip-made.v1"
      ? "clip"
      : event.product

export const previewDecider: Decider<
  PreviewCommand,
  PreviewState,
  ItemEvent | PreviewEvent,
  NotFound | ProbeOutdated
> = {
  initial: { file: noFile, trickplay: null, clip: null },
  decide: (command, state) =>
    Either.gen(function* () {
      yield* requireRegistered(state.file)
      const event = eventOf(command)
      yield* requireSameFile(event, state.file)
      return isEqual(event, state[productOf(event)]) ? [] : [event]
    }),
  evolve: (state, event) => {
    switch (event._tag) {
      case "preview.trickplay-made.v1":
        return { ...state, trickplay: event }
      case "preview.clip-made.v1":
        return { ...state, clip: event }
      case "preview.failed.v1":
        return { ...state, [event.product]: event }
      default: {
        const file = evolveFile(state.file, event)
        return isNewContent(event) ? { file, trickplay: null, clip: null } : { ...state, file }
      }
    }
  }
}
