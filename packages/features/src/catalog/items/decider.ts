import type { Decider } from "@media/event-store/Decider"
import { Conflict, type NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import type { ItemEvent, ItemProbeDeferred } from "./events.ts"
import {
  evolveFile,
  isNewContent,
  isSameFile,
  noFile,
  type FileStamp,
  type FileState,
  type ProbeOutdated,
  requireRegistered,
  requireSameFile
} from "./fileState.ts"
import { summaryOf } from "./summaryOf.ts"

export const editableFields = ["title", "details", "date", "isOrganized", "isNsfw"] as const
export type EditableField = (typeof editableFields)[number]
type Value = string | number | boolean | null
export type ItemChanges = { readonly [Field in EditableField]?: Value | undefined }

export type ItemCommand =
  | {
      readonly _tag: "Edit"
      readonly changes: ItemChanges
      /** The `editVersion` that the edit is based on. */
      readonly expectedVersion?: number | undefined
    }
  | ({ readonly _tag: "RecordProbeFailure"; readonly reason: string } & FileStamp)
  | ({ readonly _tag: "Restamp" } & FileStamp)
  | ({ readonly _tag: "DeferProbe" } & Omit<typeof ItemProbeDeferred.Type, "_tag">)
  | { readonly _tag: "RequestProbe" }

interface ItemState {
  readonly file: FileState
  readonly examination: "pending" | "done" | "failed"
  /** Why the pending examination waits. */
  readonly deferral: string | null
  /** See `failure_ctime_ms`: a scan that sees another one asks again. */
  readonly deferralCtimeMs: number | null
  /** How many edits there were. */
  readonly editVersion: number
  /** The edit that changed each field last. */
  readonly editedBy: Readonly<Partial<Record<string, number>>>
  readonly fields: Readonly<Record<EditableField, Value>>
}

/** Only an edit of the same field is a conflict: two people may fill in different fields of one item. */
const requireUnchanged = (
  expected: number | undefined,
  fields: ReadonlyArray<EditableField>,
  state: ItemState
): Either.Either<void, Conflict> => {
  if (expected === undefined) return Either.void
  const isBehind = fields.some((field) => (state.editedBy[field] ?? 0) > expected)
  return expected <= state.editVersion && !isBehind
    ? Either.void
    : Either.left(
        new Conflict({ reason: "This was changed elsewhere. Reload it and decide which version to keep." })
      )
}

export const itemDecider: Decider<ItemCommand, ItemState, ItemEvent, NotFound | Conflict | ProbeOutdated> = {
  initial: {
    file: noFile,
    examination: "pending",
    deferral: null,
    deferralCtimeMs: null,
    editVersion: 0,
    editedBy: {},
    fields: { title: "", details: null, date: null, isOrganized: false, isNsfw: false }
  },
  decide: (command, state) =>
    Either.gen(function* () {
      yield* requireRegistered(state.file)
      switch (command._tag) {
        case "Edit": {
          const fields = editableFields.filter(
            (field) => command.changes[field] !== undefined && command.changes[field] !== state.fields[field]
          )
          yield* requireUnchanged(command.expectedVersion, fields, state)
          if (fields.length === 0) return []
          const changes = fields.map((field) => ({
            field,
            from: state.fields[field],
            to: command.changes[field] as Value
          }))
          return [{ _tag: "item.edited.v1" as const, editVersion: state.editVersion + 1, changes }]
        }
        case "RecordProbeFailure": {
          yield* requireSameFile(command, state.file)
          const { _tag, ...failure } = command
          return [{ _tag: "item.probe-failed.v1" as const, ...failure }]
        }
        case "Restamp": {
          const { _tag, ...stamp } = command
          return isSameFile(stamp, state.file) ? [] : [{ _tag: "item.file-restamped.v1" as const, ...stamp }]
        }
        case "DeferProbe": {
          const { _tag, ...deferral } = command
          const isRecorded =
            state.deferral === deferral.reason && state.deferralCtimeMs === (deferral.ctimeMs ?? null)
          return state.examination !== "pending" || isRecorded
            ? []
            : [{ _tag: "item.probe-deferred.v1" as const, ...deferral }]
        }
        case "RequestProbe":
          return state.examination === "failed" || state.deferral !== null
            ? [{ _tag: "item.probe-requested.v1" as const }]
            : []
      }
    }),
  // The stream also contains the events of the item's kind.
  evolve: (state, event) => {
    const summary = summaryOf(event)
    if (summary === undefined) return evolveItem(state, event)
    const {
      title = state.fields.title,
      date = state.fields.date,
      details = state.fields.details
    } = summary.values
    const fields = { ...state.fields, title, date, details }
    return summary.isExamination
      ? { ...state, fields, examination: "done", deferral: null }
      : { ...state, fields }
  }
}

const evolveItem = (before: ItemState, event: ItemEvent): ItemState => {
  const state = {
    ...before,
    file: evolveFile(before.file, event),
    ...(isNewContent(event) ? { examination: "pending" as const, deferral: null } : {})
  }
  switch (event._tag) {
    case "item.registered.v1":
    case "item.group-registered.v1":
      return { ...state, fields: { ...state.fields, title: event.title, date: event.date ?? null } }
    case "item.entry-registered.v1":
      return { ...state, fields: { ...state.fields, title: event.title } }
    case "item.probe-failed.v1":
      return { ...state, examination: "failed", deferral: null }
    case "item.probe-deferred.v1":
      return { ...state, deferral: event.reason, deferralCtimeMs: event.ctimeMs ?? null }
    case "item.probe-requested.v1":
      return { ...state, examination: "pending", deferral: null }
    case "item.edited.v1":
      return {
        ...state,
        editVersion: event.editVersion,
        editedBy: {
          ...state.editedBy,
          ...Object.fromEntries(event.changes.map(({ field }) => [field, event.editVersion]))
        },
        fields: { ...state.fields, ...Object.fromEntries(event.changes.map(({ field, to }) => [field, to])) }
      }
    default:
      return state
  }
}
