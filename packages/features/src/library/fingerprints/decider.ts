import type { Decider } from "@media/event-store/Decider"
import type { NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
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
import type { FingerprintEvent, ItemFingerprinted, ItemPhashed } from "./events.ts"

/** Commands that record the hashes of an item. Their events are appended to the item's stream. */
export type FingerprintCommand =
  | ({ readonly _tag: "RecordFingerprint" } & Omit<typeof ItemFingerprinted.Type, "_tag">)
  | ({ readonly _tag: "RecordPhash" } & Omit<typeof ItemPhashed.Type, "_tag">)

interface FingerprintState {
  readonly file: FileState
  readonly hashes: { readonly md5: string; readonly oshash: string | null } | null
  readonly look: { readonly phash: string | null; readonly reason: string | null } | null
}

/**
 * The decider for the hashes of an item. It rejects hashes of outdated content and ignores hashes that are already
 * recorded.
 */
export const fingerprintDecider: Decider<
  FingerprintCommand,
  FingerprintState,
  ItemEvent | FingerprintEvent,
  NotFound | ProbeOutdated
> = {
  initial: { file: noFile, hashes: null, look: null },
  decide: (command, { file, hashes, look }) =>
    Either.gen(function* () {
      yield* requireRegistered(file)
      yield* requireSameFile(command, file)
      if (command._tag === "RecordFingerprint") {
        const { _tag, ...known } = command
        return hashes?.md5 === known.md5 && hashes.oshash === known.oshash
          ? []
          : [{ _tag: "item.fingerprinted.v1" as const, ...known }]
      }
      const { _tag, ...known } = command
      return look !== null && look.phash === known.phash && look.reason === known.reason
        ? []
        : [{ _tag: "item.phashed.v1" as const, ...known }]
    }),
  evolve: (state, event) => {
    switch (event._tag) {
      case "item.fingerprinted.v1":
        return { ...state, hashes: event }
      case "item.phashed.v1":
        return { ...state, look: event }
      default: {
        const file = evolveFile(state.file, event)
        return isNewContent(event) ? { file, hashes: null, look: null } : { ...state, file }
      }
    }
  }
}
