import { eachSheet } from "@media/media-tools/frames/CellSheets"
import { frameSizeOf } from "@media/media-tools/frames/FrameSize"
import { hasNoClock } from "@media/media-tools/ProbeFacts"
import { PreviewStore } from "@media/pictures/PreviewStore"
import { encodeSheet } from "@media/pictures/Sheet"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Settings } from "../../platform/settings/contract.ts"
import { isAdjacent } from "../../library/storage/served.ts"
import type { KnownPreviews } from "./queries.ts"
import { record } from "./record.ts"
import { CELLS_PER_SHEET, COLUMNS } from "../../media/videos/previewContract.ts"
import { cellsOf, qualityOf } from "./sheets.ts"
import { type PreviewSubject, versionOf } from "./subject.ts"

const reasonAgainst = ({ facts }: PreviewSubject): string | undefined =>
  facts.durationSeconds <= 0
    ? "The length of the video is not known."
    : hasNoClock(facts)
      ? "The file has no timestamps, so its frames cannot be found by time."
      : undefined

/**
 * Makes the sheets of a video one by one. Clients can use a sheet as soon as it is made. After an interruption, a retry
 * continues after the existing sheets. Returns the version of the sheets, or undefined if no sheet can be made.
 */
export const makeTrickplay = (
  subject: PreviewSubject,
  settings: Settings,
  known: KnownPreviews["trickplay"]
) =>
  Effect.gen(function* () {
    const { context, facts, id, madeSince, path, stamp, video } = subject
    const store = yield* PreviewStore
    const { longest, quality } = qualityOf(settings.trickplay_quality)
    const size = frameSizeOf(video, longest)
    const fail = (reason: string) =>
      Effect.as(
        record(id, { _tag: "RecordFailure", failed: { ...stamp, product: "trickplay", reason } }),
        undefined
      )
    const reason = size === undefined ? "The size of the video is not known." : reasonAgainst(subject)
    if (size === undefined || reason !== undefined) return yield* fail(reason ?? "")

    const cells = cellsOf(facts.durationSeconds, settings.trickplay_interval_seconds)
    const version = versionOf(subject, [
      "trickplay",
      settings.trickplay_interval_seconds,
      settings.trickplay_quality
    ])
    const sheets = yield* store.sheets(id, version, madeSince)
    if (known?.version === version && known.isComplete) {
      const last = Math.ceil(known.cells / CELLS_PER_SHEET) - 1
      const isThere =
        sheets > last || (madeSince === 0 && (yield* isAdjacent(id, store.sheetPath(id, version, last))))
      if (isThere) return version
    }

    const made = (count: number, isComplete: boolean) =>
      record(id, {
        _tag: "RecordTrickplay",
        made: {
          ...stamp,
          version,
          askedSeconds: settings.trickplay_interval_seconds,
          quality: settings.trickplay_quality,
          cellWidth: size.width,
          cellHeight: size.height,
          cellSeconds: cells.seconds,
          cells: count,
          isComplete
        }
      })
    // The last existing sheet may be incomplete, so it is remade.
    const firstSheet = Math.max(0, sheets - 1)
    const began = yield* Clock.currentTimeMillis
    const before = firstSheet * CELLS_PER_SHEET
    const onCell = (cell: number) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const secondsEach = (now - began) / 1_000 / Math.max(1, cell - before)
        return context.progress({
          percent: Math.round((cell / cells.count) * 900) / 10,
          phase: `${cell} of ${cells.count} preview pictures`,
          detail: {
            speed: Math.round((cells.seconds / Math.max(secondsEach, 0.001)) * 10) / 10,
            etaSeconds: Math.ceil((cells.count - cell) * secondsEach)
          }
        })
      })
    const count = yield* eachSheet(
      {
        path,
        video,
        size,
        interval: cells.seconds,
        cells: cells.count,
        cellsPerSheet: CELLS_PER_SHEET,
        firstSheet
      },
      ({ frames, index }) =>
        Effect.gen(function* () {
          const bytes = yield* encodeSheet(frames, { ...size, columns: COLUMNS, quality })
          yield* store.writeSheet(id, version, index, bytes)
          const isFirst = index === 0 && frames.length < cells.count
          if (isFirst && known?.version !== version) yield* made(frames.length, false)
        }),
      onCell
    )
    if (count === 0) return yield* fail("No frame of this video can be decoded.")
    yield* made(count, true)
    return version
  }).pipe(Effect.withSpan("previews.trickplay"))
