import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { Ffprobe } from "../Ffprobe.ts"
import type { MediaProcess } from "../MediaProcess.ts"
import { mainAudio, mainVideo } from "../ProbeFacts.ts"

const root = mkdtempSync(join(tmpdir(), "media-flooding-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const run = <A, E>(program: Effect.Effect<A, E, Ffprobe | MediaProcess>) =>
  Effect.runPromise(program.pipe(Effect.provide(realMediaTools)))

/** Probes a video whose tags and chapters come from this ffmetadata text. */
const probeWith = (metadata: string, container: string) =>
  Effect.gen(function* () {
    const video = yield* makeMedia({ seconds: 6, fps: "25", container: "mp4", video: "h264", audio: "aac" })
    const [text, path] = [join(root, "metadata.txt"), join(root, `flood.${container}`)]
    writeFileSync(text, `;FFMETADATA1\n${metadata}`)
    yield* ffmpeg(
      ...["-i", video, "-f", "ffmetadata", "-i", text, "-map", "0", "-map_metadata", "1"],
      ...["-map_chapters", "1", "-c", "copy", path]
    )
    return yield* (yield* Ffprobe).probeVideo(path)
  })

const chapters = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `[CHAPTER]\nTIMEBASE=1/10000\nSTART=${i}\nEND=${i + 1}\ntitle=${i}\n`
  ).join("")

describe("a file with excessive metadata", () => {
  it.each([
    ["60,000 chapters", "mkv", chapters(60_000), 2_000],
    ["a title of 10 MB", "mp4", `title=${"x".repeat(10_000_000)}\n`, 4_000]
  ])("plays a file with %s in %s, but keeps little metadata", async (_, container, metadata, atMost) => {
    const facts = await run(probeWith(metadata, container))
    expect([mainVideo(facts)?.codec, mainAudio(facts)?.codec]).toEqual(["h264", "aac"])
    expect(Math.round(facts.durationSeconds)).toBe(6)
    expect(facts.chapters.length).toBeLessThanOrEqual(atMost)
    expect(JSON.stringify(facts).length).toBeLessThan(1_000_000)
  })

  it("keeps only 200 of 300 tags", async () => {
    const tags = Array.from({ length: 300 }, (_, i) => `key${i}=${"v".repeat(9_000)}\n`).join("")
    const facts = await run(probeWith(tags, "mkv"))
    expect(Object.keys(facts.tags).length).toBeLessThanOrEqual(200)
    expect(Object.values(facts.tags).every((value) => value.length <= 4_000)).toBe(true)
  })
})
