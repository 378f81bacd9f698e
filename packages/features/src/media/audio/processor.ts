import { EventStore } from "@media/event-store/EventStore"
import { enqueue } from "@media/jobs/Enqueue"
import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import { CommitPhase } from "@media/jobs/CommitPhase"
import { groupProgress } from "@media/jobs/GroupProgress"
import { groupProcessor } from "@media/jobs/Processor"
import { Ffprobe, type Unreadable } from "@media/media-tools/Ffprobe"
import { pinFile } from "@media/media-tools/PinnedFile"
import { mainAudio, type ProbeFacts } from "@media/media-tools/ProbeFacts"
import { type ReadTrack, TagReader } from "@media/media-tools/TagReader"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import { itemDecider, type ItemCommand } from "../../catalog/items/decider.ts"
import { type FileStamp, isSameFile } from "../../catalog/items/fileState.ts"
import { type ItemSource, sourcesOfKind } from "../../catalog/items/source.ts"
import { followUpsOf } from "../../FollowUps.ts"
import { currentSettings } from "../../platform/settings/queries.ts"
import { type AudioCommand, audioDecider } from "./decider.ts"
import { albumAndDisc, discOfFolder } from "./discFolder.ts"
import { trackKind } from "./kind.ts"
import { audioProbe } from "./queue.ts"
import { tagsOf } from "./tags.ts"
import { unopenable } from "./unopenable.ts"

const meta = { cause: audioProbe.name } as const

/**
 * Returns the error for a file that changed during its examination. By the time the job is retried, the file is
 * complete or a scan has noticed the change.
 */
const changed = () => new RetryableFailure({ message: "The file changed while it was examined" })

const recordOnItem = (streamId: string, command: ItemCommand) =>
  Effect.flatMap(EventStore, (store) => store.execute({ streamId, decider: itemDecider, command, meta }))

/** True for permanent faults of the file itself. Other faults may be temporary, so the job is retried. */
const isFileFault = ({ code }: Unreadable): boolean =>
  !["not-found", "no-permission", "io-error"].includes(code)

/** Music formats that some ffmpeg builds cannot decode. Such files are not reported as damaged. */
const undecoded: Readonly<Record<string, string>> = { shn: "Shorten", dff: "DSDIFF" }

const reasonOf = (label: string, { code, message }: Unreadable): string => {
  const name = undecoded[/\.([^.]+)$/.exec(label)?.[1]?.toLowerCase() ?? ""]
  return name === undefined || code !== "not-media"
    ? message
    : `This server cannot decode music in the format ${name}. Convert it to FLAC`
}

const refused = ({ id, label, mtimeMs, size }: ItemSource, error: Unreadable) =>
  Effect.gen(function* () {
    const message = reasonOf(label, error)
    if (!isFileFault(error)) return yield* new RetryableFailure({ message })
    yield* recordOnItem(id, { _tag: "RecordProbeFailure", size, mtimeMs, reason: message })
    return yield* new PermanentFailure({ message })
  })

export const factsOf = (facts: ProbeFacts) => {
  const stream = mainAudio(facts) ?? facts.streams.find(({ kind }) => kind === "audio")
  return {
    duration: facts.durationSeconds,
    ...tagsOf(facts.tags),
    coverStream: facts.streams.find(({ isAttachedPicture }) => isAttachedPicture)?.index ?? null,
    chapters: facts.chapters.map(({ end, start, title }) => ({ title, start: Math.max(0, start), end })),
    container: facts.container,
    codec: stream?.codec ?? "unknown",
    bitRate: Math.round(stream?.bitRate ?? facts.bitRate) || null,
    sampleRate: stream?.sampleRate ?? null,
    channels: stream?.channels ?? null
  }
}

/**
 * Returns the tags of a track. If the tags contain no disc number, takes the number from the folder: `CD2/01
 * Song.flac`.
 */
const trackOf = ({ label }: ItemSource, facts: ProbeFacts) => {
  const track = factsOf(facts)
  const folder = label.split("/").at(-2) ?? ""
  return {
    ...track,
    discNumber: track.discNumber ?? albumAndDisc(track.album).disc ?? discOfFolder(folder) ?? null
  }
}

const skipped = { skipped: "The track was removed" }

interface Examined {
  readonly source: ItemSource
  readonly probed: Omit<Extract<AudioCommand, { readonly _tag: "RecordProbe" }>, "_tag">
}

/**
 * Examines a file with ffprobe, in a separate process. Used for all files that the tag reader cannot read, including
 * files that are not audio.
 */
const examineByFfprobe = (source: ItemSource) =>
  Effect.gen(function* () {
    const { path, ...pinned } = yield* pinFile(source.root.path, source.file)
    const file: FileStamp = { size: pinned.size, mtimeMs: pinned.mtimeMs }
    if (!isSameFile(file, source)) return yield* changed()
    const { oshash = null, run } = yield* Effect.flatMap(Ffprobe, (ffprobe) => ffprobe.prepareAudio(path))
    const facts = yield* Effect.flatten(run)
    return { source, probed: { ...file, ...trackOf(source, facts), oshash } } satisfies Examined
  }).pipe(
    Effect.scoped,
    Effect.catchTag("Unreadable", (error) => refused(source, error))
  )

/**
 * Examines a file. `read` contains the facts that the tag reader found in a child process with limits on time and
 * memory. If it is undefined, the tag reader could not read the file, and ffprobe examines it.
 */
const examine = (source: ItemSource, read: ReadTrack | undefined) =>
  Effect.gen(function* () {
    if (read === undefined) return yield* examineByFfprobe(source)
    const { facts, ...file } = read
    if (!isSameFile(file, source)) return yield* changed()
    return { source, probed: { ...trackOf(source, facts), ...file } } satisfies Examined
  })

/** Records the results of a group in one transaction, with one event per track. */
const recordAll = (examined: ReadonlyArray<Examined>) =>
  transaction(
    Effect.gen(function* () {
      const store = yield* EventStore
      const outcomes = yield* store.executeMany({
        decider: audioDecider,
        commands: examined.map(({ probed, source }) => ({
          streamId: source.id,
          command: { _tag: "RecordProbe" as const, ...probed }
        })),
        meta
      })
      const recorded = examined.filter((_, index) => Either.isRight(outcomes[index]!))
      const settings = yield* currentSettings
      yield* enqueue(
        recorded.flatMap(({ source: { id, label, libraryId } }) =>
          followUpsOf({ id, kind: trackKind.kind, label, libraryId, triggeredBy: audioProbe.name }, settings)
        )
      )
      return outcomes
    })
  )

/** Number of concurrent ffprobe processes. One process runs while the other waits for the disk. */
const FILES = 2
/**
 * Number of tracks in one group. In a test with 5,000 tracks, a track took 1.91 ms in groups of 32, 1.53 ms in groups
 * of 48 and 1.44 ms in groups of 64. Groups are not larger, because a group should take less than 200 ms. If a group
 * takes longer, an additional write must record its job runs as started.
 */
const TRACKS = 64

/**
 * Reads the tags and formats of tracks. A file without tags is valid. If a file has no audio, the reason is recorded
 * and the job fails permanently. Tracks are processed in groups, because a transaction per track took four times as
 * long as reading the track.
 */
export const audioProbeProcessor = groupProcessor(audioProbe, TRACKS, (jobs) =>
  Effect.gen(function* () {
    const sources = yield* sourcesOfKind(
      "track",
      jobs.map(({ payload }) => payload.trackId)
    )
    const found = jobs.flatMap(({ payload }) => sources.get(payload.trackId) ?? [])
    const files = found.map(({ file, root }) => ({ root: root.path, path: file }))
    const tags = yield* Effect.flatMap(TagReader, (reader) => reader.read(files))
    const tagsById = new Map(found.map(({ id }, index) => [id, tags[index]]))
    const next = groupProgress(jobs, "Examining the file")
    const read = yield* Effect.forEach(
      jobs,
      ({ payload }) => {
        const source = sources.get(payload.trackId)
        return source === undefined
          ? Effect.succeed(undefined)
          : Effect.ensuring(Effect.exit(examine(source, tagsById.get(source.id))), next)
      },
      { concurrency: FILES }
    )
    const examined = read.flatMap((exit) => (exit !== undefined && Exit.isSuccess(exit) ? [exit.value] : []))
    const record = Effect.gen(function* () {
      const outcomes = examined.length === 0 ? [] : yield* recordAll(examined)
      const outcomeOf = new Map(examined.map(({ source }, index) => [source.id, outcomes[index]!]))
      return yield* Effect.forEach(jobs, ({ context, payload }, index) =>
        Effect.exit(
          Effect.gen(function* () {
            const exit = read[index]
            if (exit === undefined) return skipped
            const { probed } = yield* exit
            yield* outcomeOf.get(payload.trackId)!
            yield* context.log("debug", `${probed.container}, ${probed.codec}`)
            return { duration: probed.duration, codec: probed.codec }
          }).pipe(
            Effect.catchTags({
              NotFound: () => Effect.succeed(skipped),
              FileUnopenable: unopenable,
              ProbeOutdated: changed
            })
          )
        )
      )
    })
    // The next group is read while this phase records the results.
    return new CommitPhase(record)
  })
)
