import { EventStore } from "@media/event-store/EventStore"
import { enqueue } from "@media/jobs/Enqueue"
import { PermanentFailure, RetryableFailure } from "@media/jobs/Failures"
import { processor } from "@media/jobs/Processor"
import { Ffprobe, type Unreadable } from "@media/media-tools/Ffprobe"
import { pinFile } from "@media/media-tools/PinnedFile"
import { mainAudio, type ProbeFacts } from "@media/media-tools/ProbeFacts"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { albumsGroupedOf } from "../albums/queue.ts"
import { fingerprintOf } from "../fingerprints/queue.ts"
import { itemDecider, type ItemCommand } from "../items/decider.ts"
import { type FileStamp, isSameFile } from "../items/fileState.ts"
import { sourceOfKind } from "../items/source.ts"
import { pictureOf } from "../pictures/queue.ts"
import { type AudioCommand, audioDecider } from "./decider.ts"
import { trackKind } from "./kind.ts"
import { audioProbe, waveformOfTrack } from "./queue.ts"
import { tagsOf } from "./tags.ts"
import { unopenable } from "./unopenable.ts"

const meta = { cause: audioProbe.name } as const

/** Tried again: a copy that goes on is noticed by the next scan, one that has ended in between by this job. */
const changed = () => new RetryableFailure({ message: "The file changed while it was examined" })

const record = (streamId: string, command: AudioCommand) =>
  Effect.flatMap(EventStore, (store) => store.execute({ streamId, decider: audioDecider, command, meta }))
const recordOnItem = (streamId: string, command: ItemCommand) =>
  Effect.flatMap(EventStore, (store) => store.execute({ streamId, decider: itemDecider, command, meta }))

/** Faults of the file itself; all others may pass and are tried again. */
const isFileFault = ({ code }: Unreadable): boolean =>
  !["not-found", "no-permission", "io-error"].includes(code)

/** Formats of music that ffmpeg is not let read here: damage that is none is not told. */
const undecoded: Readonly<Record<string, string>> = { shn: "Shorten", dff: "DSDIFF" }

const reasonOf = (label: string, { code, message }: Unreadable): string => {
  const name = undecoded[/\.([^.]+)$/.exec(label)?.[1]?.toLowerCase() ?? ""]
  return name === undefined || code !== "not-media"
    ? message
    : `Music in the format ${name} cannot be decoded here; as FLAC it can`
}

const refused = (trackId: string, label: string, file: FileStamp, error: Unreadable) =>
  Effect.gen(function* () {
    const message = reasonOf(label, error)
    if (!isFileFault(error)) return yield* new RetryableFailure({ message })
    yield* recordOnItem(trackId, { _tag: "RecordProbeFailure", ...file, reason: message })
    return yield* new PermanentFailure({ message })
  })

const factsOf = (facts: ProbeFacts) => {
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
 * Reads the tags and the coding of one track, in a child with bounds on time and memory. A file without tags is as good as
 * any; one that holds no sound is recorded with the reason and fails for good.
 */
export const audioProbeProcessor = processor(audioProbe, ({ trackId }, context) =>
  Effect.gen(function* () {
    const found = yield* sourceOfKind("track", trackId)
    if (Option.isNone(found)) return { skipped: "The track was removed" }
    const source = found.value
    const { path, ...pinned } = yield* pinFile(source.root.path, source.file)
    const file: FileStamp = { size: pinned.size, mtimeMs: pinned.mtimeMs }
    if (!isSameFile(file, source)) return yield* changed()
    const ffprobe = yield* Ffprobe
    const facts = yield* Effect.flatMap(ffprobe.prepareAudio(path), ({ oshash, run }) =>
      Effect.map(Effect.flatten(run), (known) => ({ ...factsOf(known), oshash: oshash ?? null }))
    ).pipe(Effect.catchTag("Unreadable", (error) => refused(trackId, source.label, file, error)))
    const subject = { id: trackId, kind: trackKind.kind, label: source.label, triggeredBy: audioProbe.name }
    yield* transaction(
      Effect.zipRight(
        record(trackId, { _tag: "RecordProbe", ...file, ...facts }),
        enqueue([
          pictureOf(subject),
          fingerprintOf(subject),
          waveformOfTrack(subject),
          albumsGroupedOf(source.libraryId, "Albums", audioProbe.name)
        ])
      )
    )
    yield* context.log("debug", `${facts.container}, ${facts.codec}`)
    return { duration: facts.duration, codec: facts.codec }
  }).pipe(
    Effect.catchTags({
      NotFound: () => Effect.succeed({ skipped: "The track was removed" }),
      FileUnopenable: unopenable,
      ProbeOutdated: changed
    })
  )
)
