import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { MediaProcess } from "@media/media-tools/MediaProcess"
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, renameSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { mediaArguments } from "./MediaArguments.ts"
import { type MediaRecipe, recipeName } from "./MediaRecipe.ts"

/** The installed ffmpeg cannot create the video. Skip the test and report `reason`. */
export class CannotMakeMedia extends Data.TaggedError("CannotMakeMedia")<{ readonly reason: string }> {
  override get message(): string {
    return this.reason
  }
}

/**
 * Folder of the generated videos. Each system user has a separate folder, because users cannot write to each other's
 * folders.
 */
const FOLDER = join(tmpdir(), `media-library-test-videos-${userInfo().uid}`)

/**
 * Returns the path of the video. The first call on this machine generates the video for this and all later runs.
 */
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

/**
 * Cuts a video with an edit list. A stream copy that begins in the middle of a group of pictures keeps the whole group
 * and hides its beginning.
 */
const cutByEditList = (path: string, seconds: number) => rewrite(path, ["-ss", String(seconds)], [])

/**
 * Sets the rotation with an input option (ffmpeg 6 and later), or with a tag on the copied stream (earlier versions).
 */
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
