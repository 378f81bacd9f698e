import type { Decider } from "@media/event-store/Decider"
import { Conflict, NotFound } from "@media/wire/WireError"
import * as Data from "effect/Data"
import * as Either from "effect/Either"
import type { VideoEvent, VideoProbed } from "./events.ts"

/** The file changed while it was being read; the answer describes neither the old nor the new one. */
export class ProbeOutdated extends Data.TaggedError("ProbeOutdated")<{}> {
  override get message(): string {
    return "The file changed while it was being probed."
  }
}

export const editableFields = ["title", "details", "date", "isOrganized", "isNsfw"] as const
export type EditableField = (typeof editableFields)[number]
type Value = string | number | boolean | null

export type VideoCommand =
  | {
      readonly _tag: "Edit"
      readonly changes: { readonly [Field in EditableField]?: Value | undefined }
      readonly expectedVersion?: number | undefined
    }
  | ({ readonly _tag: "RecordProbe" } & Omit<typeof VideoProbed.Type, "_tag">)
  | {
      readonly _tag: "RecordProbeFailure"
      readonly size: number
      readonly mtimeMs: number
      readonly reason: string
    }

interface VideoState {
  readonly version: number
  readonly size: number
  readonly mtimeMs: number
  readonly fields: Readonly<Record<EditableField, Value>>
}

const requireRegistered = (state: VideoState): Either.Either<void, NotFound> =>
  state.version === 0 ? Either.left(new NotFound({ what: "video" })) : Either.void

const requireSameFile = (
  command: { readonly size: number; readonly mtimeMs: number },
  state: VideoState
): Either.Either<void, ProbeOutdated> =>
  command.size === state.size && command.mtimeMs === state.mtimeMs
    ? Either.void
    : Either.left(new ProbeOutdated())

const requireVersion = (expected: number | undefined, state: VideoState): Either.Either<void, Conflict> =>
  expected === undefined || expected === state.version
    ? Either.void
    : Either.left(
        new Conflict({
          reason: "This video was changed elsewhere. Reload it and decide which version to keep."
        })
      )

export const videoDecider: Decider<
  VideoCommand,
  VideoState,
  VideoEvent,
  NotFound | Conflict | ProbeOutdated
> = {
  initial: {
    version: 0,
    size: 0,
    mtimeMs: 0,
    fields: { title: "", details: null, date: null, isOrganized: false, isNsfw: false }
  },
  decide: (command, state) =>
    Either.gen(function* () {
      yield* requireRegistered(state)
      switch (command._tag) {
        case "Edit": {
          yield* requireVersion(command.expectedVersion, state)
          const changes = editableFields
            .filter(
              (field) =>
                command.changes[field] !== undefined && command.changes[field] !== state.fields[field]
            )
            .map((field) => ({ field, from: state.fields[field], to: command.changes[field] as Value }))
          return changes.length === 0 ? [] : [{ _tag: "video.edited.v1" as const, changes }]
        }
        case "RecordProbe": {
          yield* requireSameFile(command, state)
          const { _tag, ...probed } = command
          return [{ _tag: "video.probed.v1" as const, ...probed }]
        }
        case "RecordProbeFailure": {
          yield* requireSameFile(command, state)
          const { _tag, ...failure } = command
          return [{ _tag: "video.probe-failed.v1" as const, ...failure }]
        }
      }
    }),
  evolve: (state, event) => {
    const next = { ...state, version: state.version + 1 }
    switch (event._tag) {
      case "video.registered.v1":
        return {
          ...next,
          size: event.size,
          mtimeMs: event.mtimeMs,
          fields: { ...next.fields, title: event.title }
        }
      case "video.file-changed.v1":
      case "video.file-moved.v1":
        return { ...next, size: event.size, mtimeMs: event.mtimeMs }
      case "video.edited.v1":
        return {
          ...next,
          fields: { ...next.fields, ...Object.fromEntries(event.changes.map(({ field, to }) => [field, to])) }
        }
      default:
        return next
    }
  }
}
