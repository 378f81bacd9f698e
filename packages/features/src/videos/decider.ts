import type { Decider } from "@media/event-store/Decider"
import { Conflict, NotFound } from "@media/kernel/Errors"
import * as Data from "effect/Data"
import * as Either from "effect/Either"
import type { VideoEvent, VideoProbed, VideoProbeDeferred } from "./events.ts"

/** The file changed while it was being read; the answer describes neither the old nor the new one. */
export class ProbeOutdated extends Data.TaggedError("ProbeOutdated")<{}> {
  override get message(): string {
    return "The file changed while it was being probed."
  }
}

export const editableFields = ["title", "details", "date", "isOrganized", "isNsfw"] as const
export type EditableField = (typeof editableFields)[number]
type Value = string | number | boolean | null

export interface FileStamp {
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970, whole. */
  readonly mtimeMs: number
}

export type VideoCommand =
  | {
      readonly _tag: "Edit"
      readonly changes: { readonly [Field in EditableField]?: Value | undefined }
      readonly expectedVersion?: number | undefined
    }
  | ({ readonly _tag: "RecordProbe" } & Omit<typeof VideoProbed.Type, "_tag">)
  | ({ readonly _tag: "RecordProbeFailure"; readonly reason: string } & FileStamp)
  | ({ readonly _tag: "Restamp" } & FileStamp)
  | ({ readonly _tag: "DeferProbe" } & Omit<typeof VideoProbeDeferred.Type, "_tag">)
  | { readonly _tag: "RequestProbe" }
  | ({ readonly _tag: "RecordPlaybackFailure"; readonly reason: string } & FileStamp)
  | { readonly _tag: "RestorePlayback" }

interface VideoState {
  readonly isRegistered: boolean
  /** How many edits there were: what a machine finds out is no conflict with a person's edit. */
  readonly edits: number
  readonly examination: "pending" | "done" | "failed"
  /** Why the pending examination waits. */
  readonly deferral: string | null
  /** See `failure_ctime_ms`: a scan that sees another one asks again. */
  readonly deferralCtimeMs: number | null
  readonly playbackFailure: string | null
  readonly size: number
  readonly mtimeMs: number
  readonly fields: Readonly<Record<EditableField, Value>>
}

const requireRegistered = (state: VideoState): Either.Either<void, NotFound> =>
  !state.isRegistered ? Either.left(new NotFound({ what: "video" })) : Either.void

const isSameFile = (command: FileStamp, state: VideoState): boolean =>
  command.size === state.size && command.mtimeMs === state.mtimeMs

const requireSameFile = (command: FileStamp, state: VideoState): Either.Either<void, ProbeOutdated> =>
  isSameFile(command, state) ? Either.void : Either.left(new ProbeOutdated())

const requireVersion = (expected: number | undefined, state: VideoState): Either.Either<void, Conflict> =>
  expected === undefined || expected === state.edits
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
    isRegistered: false,
    edits: 0,
    examination: "pending",
    deferral: null,
    deferralCtimeMs: null,
    playbackFailure: null,
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
        case "Restamp": {
          const { _tag, ...stamp } = command
          return isSameFile(stamp, state) ? [] : [{ _tag: "video.file-restamped.v1" as const, ...stamp }]
        }
        case "DeferProbe": {
          const { _tag, ...deferral } = command
          const isTold =
            state.deferral === deferral.reason && state.deferralCtimeMs === (deferral.ctimeMs ?? null)
          return state.examination !== "pending" || isTold
            ? []
            : [{ _tag: "video.probe-deferred.v1" as const, ...deferral }]
        }
        case "RequestProbe":
          return state.examination === "failed" || state.deferral !== null
            ? [{ _tag: "video.probe-requested.v1" as const }]
            : []
        case "RecordPlaybackFailure": {
          yield* requireSameFile(command, state)
          const { _tag, ...failure } = command
          return state.playbackFailure === failure.reason
            ? []
            : [{ _tag: "video.playback-failed.v1" as const, ...failure }]
        }
        case "RestorePlayback":
          return state.playbackFailure === null ? [] : [{ _tag: "video.playback-restored.v1" as const }]
      }
    }),
  evolve: (state, event) => {
    switch (event._tag) {
      case "video.registered.v1":
        return {
          ...withFile(state, event),
          isRegistered: true,
          fields: { ...state.fields, title: event.title }
        }
      case "video.file-changed.v1":
      case "video.file-restamped.v1":
        return withFile(state, event)
      case "video.file-moved.v1":
        return { ...state, size: event.size, mtimeMs: event.mtimeMs }
      case "video.probed.v1":
        return { ...state, examination: "done", deferral: null, playbackFailure: null }
      case "video.probe-failed.v1":
        return { ...state, examination: "failed", deferral: null }
      case "video.probe-deferred.v1":
        return { ...state, deferral: event.reason, deferralCtimeMs: event.ctimeMs ?? null }
      case "video.probe-requested.v1":
        return { ...state, examination: "pending", deferral: null }
      case "video.playback-failed.v1":
        return { ...state, playbackFailure: event.reason }
      case "video.playback-restored.v1":
        return { ...state, playbackFailure: null }
      case "video.edited.v1":
        return {
          ...state,
          edits: state.edits + 1,
          fields: {
            ...state.fields,
            ...Object.fromEntries(event.changes.map(({ field, to }) => [field, to]))
          }
        }
      default:
        return state
    }
  }
}

/** Another content: nothing that was found out about the old one holds. */
const withFile = (state: VideoState, { mtimeMs, size }: FileStamp): VideoState => ({
  ...state,
  size,
  mtimeMs,
  examination: "pending",
  deferral: null,
  playbackFailure: null
})
