import type { Decider } from "@media/event-store/Decider"
import { Conflict, type NotFound } from "@media/kernel/Errors"
import { isSameJson } from "@media/kernel/Json"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
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
import { editedList, entriesOf, isListField, type ListEdits, mostUrls } from "./lists.ts"
import { sourcedFields, type SourceName } from "./sourcedFields.ts"
import { replacing, shownValue, stated, type StatedFields, statementOf } from "./sources.ts"
import { summaryOf } from "./summaryOf.ts"

const ownFields = ["isOrganized", "isNsfw"] as const
export const editableFields = [...sourcedFields, ...ownFields] as const
export type EditableField = (typeof editableFields)[number]
type Value = string | number | boolean | null | ReadonlyArray<string> | Readonly<Record<string, string>>
export type ItemChanges = { readonly [Field in EditableField]?: Value | undefined }

export type ItemCommand =
  | {
      readonly _tag: "Edit"
      readonly changes: ItemChanges
      /**
       * Entries to add to list fields or remove from them. A list field must not occur in both `lists` and `changes`.
       */
      readonly lists?: ListEdits | undefined
      /** The `editVersion` that the edit is based on. */
      readonly expectedVersion?: number | undefined
    }
  | ({ readonly _tag: "RecordProbeFailure"; readonly reason: string } & FileStamp)
  | ({ readonly _tag: "Restamp" } & FileStamp)
  | ({ readonly _tag: "DeferProbe" } & Omit<typeof ItemProbeDeferred.Type, "_tag">)
  | { readonly _tag: "RequestProbe" }
  /** Replaces all values that a source states. */
  | {
      readonly _tag: "State"
      readonly source: SourceName
      readonly ref?: string | undefined
      readonly values: Readonly<Record<string, unknown>>
    }
  /** Adds values from a reviewed metadata result, or replaces the user's values with the reviewed values. */
  | {
      readonly _tag: "Take"
      readonly ref?: string | undefined
      readonly scrape: Readonly<Record<string, unknown>>
      readonly user: Readonly<Record<string, unknown>>
    }
  /**
   * Records the performers, studio or tags that a user chose for the item. Other sources can then no longer change
   * these fields.
   */
  | { readonly _tag: "Lock"; readonly values: Readonly<Record<string, unknown>> }
  /** Records the fields that an NFO file locks (`set`) or unlocks (`clear`). */
  | {
      readonly _tag: "FollowLocks"
      readonly ref?: string | undefined
      readonly set: Readonly<Record<string, unknown>>
      readonly clear: ReadonlyArray<string>
    }
  /** Removes the user's values, so that the values of the source with the next highest precedence are shown. */
  | {
      readonly _tag: "Unlock"
      readonly fields: ReadonlyArray<string>
      readonly expectedVersion?: number | undefined
    }

interface ItemState {
  readonly file: FileState
  readonly examination: "pending" | "done" | "failed"
  /** The reason why the pending examination was deferred, or null. */
  readonly deferral: string | null
  /**
   * The file's change time (ctime) when the examination was deferred, or null. A scan that finds a different change
   * time requests the examination again.
   */
  readonly deferralCtimeMs: number | null
  /** The number of edits so far. */
  readonly editVersion: number
  /** The number of the last edit that changed a field, keyed by field. */
  readonly editedBy: Readonly<Partial<Record<string, number>>>
  readonly stated: StatedFields
  readonly own: Readonly<Record<(typeof ownFields)[number], boolean>>
}

export const shownIn = (state: ItemState, field: EditableField): Value =>
  field === "isOrganized" || field === "isNsfw"
    ? state.own[field]
    : (shownValue(state.stated, field) as Value)

/** True if two values of a field are equal. For list fields, null and an empty list are equal. */
const isSameValue = (field: EditableField, one: unknown, other: unknown): boolean =>
  isSameJson(one, other) ||
  (isListField(field) && entriesOf(one).length === 0 && entriesOf(other).length === 0)

const listChanges = (lists: ListEdits, state: ItemState): ItemChanges =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([field, edit]) => {
      if (!isListField(field) || edit === undefined) return []
      const value = editedList(field, shownIn(state, field), edit)
      return value === undefined ? [] : [[field, value]]
    })
  )

/**
 * Rejects an edit after which the item would have too many web addresses. If the item already has too many, an edit may
 * keep or reduce their number.
 */
const requireFewUrls = (changes: ItemChanges, state: ItemState): Either.Either<void, Conflict> => {
  const [before, after] = [shownIn(state, "urls"), changes.urls].map((value) => entriesOf(value).length)
  return after! <= Math.max(mostUrls, before!)
    ? Either.void
    : Either.left(
        new Conflict({
          reason: `An item can have at most ${mostUrls} web addresses. This one would have ${after}.`
        })
      )
}

/**
 * Rejects an edit if one of its fields was edited after the version that the edit is based on. Later edits of other
 * fields are not a conflict.
 */
export const requireUnchanged = (
  expected: number | undefined,
  fields: ReadonlyArray<string>,
  state: Pick<ItemState, "editedBy" | "editVersion">
): Either.Either<void, Conflict> => {
  if (expected === undefined) return Either.void
  const isBehind = fields.some((field) => (state.editedBy[field] ?? 0) > expected)
  return expected <= state.editVersion && !isBehind
    ? Either.void
    : Either.left(
        new Conflict({
          reason: "This item has changed since you opened it. Reload it, then make your change again."
        })
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
    stated: {},
    own: { isOrganized: false, isNsfw: false }
  },
  decide: (command, state) =>
    Either.gen(function* () {
      yield* requireRegistered(state.file)
      switch (command._tag) {
        case "Edit": {
          const changed = { ...listChanges(command.lists ?? {}, state), ...command.changes }
          const fields = editableFields.filter(
            (field) =>
              changed[field] !== undefined && !isSameValue(field, changed[field], shownIn(state, field))
          )
          yield* requireUnchanged(command.expectedVersion, fields, state)
          yield* requireFewUrls(changed, state)
          if (fields.length === 0) return []
          const changes = fields.map((field) => ({
            field,
            from: shownIn(state, field),
            to: changed[field] as Value
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
        case "State":
          return Option.match(replacing(state.stated, command.source, command.values, command.ref), {
            onNone: () => [],
            onSome: (statement) => [{ _tag: "item.sourced.v1" as const, ...statement }]
          })
        case "Take": {
          const { ref } = command
          const changed = (source: "scrape" | "user") =>
            Object.fromEntries(
              Object.entries(command[source]).filter(
                ([field, value]) => !isSameJson(state.stated[field]?.[source]?.value, value)
              )
            )
          const [scrape, user] = [changed("scrape"), changed("user")]
          const base = { _tag: "item.sourced.v1" as const, ...(ref === undefined ? {} : { ref }), clear: [] }
          return [
            ...(Object.keys(scrape).length === 0
              ? []
              : [{ ...base, source: "scrape" as const, set: scrape }]),
            ...(Object.keys(user).length === 0
              ? []
              : [{ ...base, source: "user" as const, set: user, editVersion: state.editVersion + 1 }])
          ]
        }
        case "Lock": {
          const editVersion = state.editVersion + 1
          return [
            { _tag: "item.sourced.v1" as const, source: "user", set: command.values, clear: [], editVersion }
          ]
        }
        case "FollowLocks": {
          const { clear, ref, set } = command
          const editVersion = state.editVersion + 1
          const source = { source: "user" as const, ...(ref === undefined ? {} : { ref }) }
          return [{ _tag: "item.sourced.v1" as const, ...source, set, clear, editVersion }]
        }
        case "Unlock": {
          const clear = command.fields.filter((field) => state.stated[field]?.user !== undefined)
          yield* requireUnchanged(command.expectedVersion, clear, state)
          if (clear.length === 0) return []
          const editVersion = state.editVersion + 1
          return [{ _tag: "item.sourced.v1" as const, source: "user", set: {}, clear, editVersion }]
        }
        case "RequestProbe":
          return state.examination === "failed" || state.deferral !== null
            ? [{ _tag: "item.probe-requested.v1" as const }]
            : []
      }
    }),
  // The stream also contains events that only the item's kind defines. Of these, only probe results and stated values
  // matter here.
  evolve: (before, event) => {
    const statement = statementOf(event)
    const state = statement === undefined ? before : { ...before, stated: stated(before.stated, statement) }
    const summary = summaryOf(event)
    if (summary === undefined) return evolveItem(state, event)
    return summary.isExamination ? { ...state, examination: "done", deferral: null } : state
  }
}

/** Records an edit as the last edit that changed these fields. */
const withEdit = (state: ItemState, editVersion: number, fields: ReadonlyArray<string>): ItemState => ({
  ...state,
  editVersion,
  editedBy: { ...state.editedBy, ...Object.fromEntries(fields.map((field) => [field, editVersion])) }
})

const evolveItem = (before: ItemState, event: ItemEvent): ItemState => {
  const state = {
    ...before,
    file: evolveFile(before.file, event),
    ...(isNewContent(event) ? { examination: "pending" as const, deferral: null } : {})
  }
  switch (event._tag) {
    case "item.probe-failed.v1":
      return { ...state, examination: "failed", deferral: null }
    case "item.probe-deferred.v1":
      return { ...state, deferral: event.reason, deferralCtimeMs: event.ctimeMs ?? null }
    case "item.probe-requested.v1":
      return { ...state, examination: "pending", deferral: null }
    case "item.edited.v1": {
      const own = event.changes.filter(({ field }) => field in state.own)
      const edited = withEdit(
        state,
        event.editVersion,
        event.changes.map(({ field }) => field)
      )
      return {
        ...edited,
        own: { ...state.own, ...Object.fromEntries(own.map(({ field, to }) => [field, to])) }
      }
    }
    case "item.sourced.v1":
      return event.editVersion === undefined
        ? state
        : withEdit(state, event.editVersion, [...Object.keys(event.set), ...event.clear])
    default:
      return state
  }
}
