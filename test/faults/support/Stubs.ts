import { bundledBinary } from "@media/media-tools/binaries/BundledBinary"
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Tells this run's sleepers from others. */
export const naps = 1_000_000 + process.pid

/**
 * Stubs that answer `-version` like the real tools and then do what the file `mode` says: one product for all
 * faults, and healing is changing the word.
 */
export const stubs = (folder: string) => {
  const mode = join(folder, "mode")
  const bloat = join(folder, "bloat.json")
  for (const tool of ["ffmpeg", "ffprobe"] as const) {
    const file = join(folder, tool)
    writeFileSync(
      file,
      `#!/bin/sh
case "$*" in *-version*|*-encoders*|*-hide_banner\\ -h*) exec "${bundledBinary(tool)}" "$@";; esac
case "$(cat "${mode}") $*" in
  hang\\ *) exec sleep ${naps} ;;
  hang-stubborn\\ *) trap "" TERM INT; while :; do sleep 1; done ;;
  flood\\ *) i=0; while [ $i -lt 100 ]; do head -c 65536 /dev/zero | tr "\\\\0" e >&2; i=$((i+1)); done; exit 1 ;;
  crash\\ *) kill -SEGV $$ ;;
  nothing\\ *) exit 0 ;;
  garbage\\ *) head -c 300000 /dev/urandom; exit 0 ;;
  devour\\ *) exec tail /dev/zero ;;
  bloat\\ *poison.mp4*) exec cat "${bloat}" ;;
  *) exec "${bundledBinary(tool)}" "$@" ;;
esac
`
    )
    chmodSync(file, 0o755)
  }
  writeFileSync(bloat, `[${"{},".repeat(5_000_000)}{}]`)
  const set = (word: string) => writeFileSync(mode, word)
  set("real")
  return {
    set,
    env: { MEDIA_FFMPEG_BIN: join(folder, "ffmpeg"), MEDIA_FFPROBE_BIN: join(folder, "ffprobe") }
  }
}
