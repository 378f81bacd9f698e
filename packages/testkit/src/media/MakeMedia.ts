import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { MediaProcess } from "@media/media-tools/MediaProcess"
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, renameSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { mediaArguments } from "./MediaArguments.ts"
import { type MediaRecipe, recipeName } from "./MediaRecipe.ts"

/** This ffmpeg cannot make the video: skip the test with `reason`. */
export class CannotMakeMedia extends Data.TaggedError("CannotMakeMedia")<{ readonly reason: string }> {
  override get message(): string {
    return this.reason
  }
}

/** One folder per account, because another could not write to it. */
const FOLDER = join(tmpdir(), `media-library-test-videos-${userInfo().uid}`)

/** Path of the video; generated on the first call on this machine, and shared by all later test runs. */
export const makeMedia = (recipe: MediaRecipe): Effect.Effect<string, CannotMakeMedia, MediaProcess> =>
  Effect.gen(function* () {
    const path = join(FOLDER, recipeName(recipe))
    if (existsSync(path)) return path
    mkdirSync(FOLDER, { recursive: true })
    const temporary = join(FOLDER, `.${randomBytes(6).toString("hex")}-${recipeName(recipe)}`)
    yield* run(mediaArguments(recipe, temporary))
    if (recipe.editStartSeconds !== undefined) yield* cutByEditList(temporary, recipe.editStartSeconds)
    if (recipe.rotation !== undefined) yield* turn(temporary, recipe.rotation)
    if (recipe.times !== undefined) yield* rewrite(temporary, ["-stream_loop", String(recipe.times - 1)], [])
    renameSync(temporary, path)
    return path
  }).pipe(
    Effect.mapError(
      (error) => new CannotMakeMedia({ reason: `this ffmpeg cannot make it: ${error.message}` })
    )
  )

const run = (args: ReadonlyArray<string>) =>
  Effect.flatMap(MediaProcess, (tools) => tools.run({ tool: "ffmpeg", args, timeoutMs: 120_000, nice: 5 }))

/** A stream copy from the middle of a group of pictures keeps the group and hides its beginning. */
const cutByEditList = (path: string, seconds: number) => rewrite(path, ["-ss", String(seconds)], [])

/** An input option since ffmpeg 6; before, a tag on the copied stream. */
const turn = (path: string, degrees: number) =>
  rewrite(path, ["-display_rotation:v:0", String(-degrees)], []).pipe(
    Effect.orElse(() => rewrite(path, [], ["-metadata:s:v:0", `rotate=${degrees}`]))
  )

const rewrite = (path: string, before: ReadonlyArray<string>, after: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const changed = `${path}.changed.mp4`
    yield* run([
      ...["-hide_banner", "-nostdin", "-v", "error", "-y", ...before, "-i", path],
      ...["-c", "copy", ...after, "-f", "mp4", changed]
    ])
    renameSync(changed, path)
  })
