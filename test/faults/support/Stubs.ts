import { bundledBinary } from "@media/media-tools/binaries/BundledBinary"
import { chmodSync, realpathSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Number of seconds for which stubs sleep. It identifies the sleeping processes of this run. */
export const naps = 1_000_000 + process.pid

/**
 * Creates stubs for the tools. With `-version`, a stub responds like the real tool. Otherwise, the content of the file
 * `mode` decides what the stub does. A test can therefore cause and end every fault without restarting the product. In
 * the mode `abort`, if a stub is called for a file named `poison.mp4`, the stub kills its worker. The signal is the one
 * that V8 uses when it runs out of memory. The tools receive descriptors, so a stub determines the name of the file
 * from its descriptor.
 */
export const stubs = (folder: string) => {
  const mode = join(folder, "mode")
  const node = realpathSync(process.execPath)
  for (const tool of ["ffmpeg", "ffprobe"] as const) {
    const file = join(folder, tool)
    writeFileSync(
      file,
      `#!/bin/sh
case "$*" in *-version*|*-encoders*|*-hide_banner\\ -h*) exec "${bundledBinary(tool)}" "$@";; esac
names="$*"
for word in "$@"; do
  case "$word" in file:/proc/*) names="$names $(readlink "\${word#file:}")" ;; esac
done
case "$(cat "${mode}") $names" in
  hang\\ *) exec sleep ${naps} ;;
  hang-stubborn\\ *) trap "" TERM INT; while :; do sleep 1; done ;;
  flood\\ *) i=0; while [ $i -lt 100 ]; do head -c 65536 /dev/zero | tr "\\\\0" e >&2; i=$((i+1)); done; exit 1 ;;
  crash\\ *) kill -SEGV $$ ;;
  nothing\\ *) exit 0 ;;
  garbage\\ *) head -c 300000 /dev/urandom; exit 0 ;;
  devour\\ *) exec tail /dev/zero ;;
  abort\\ *poison.mp4*)
    pid=$PPID
    while [ "$pid" -gt 1 ] && [ "$(readlink /proc/$pid/exe)" != "${node}" ]; do
      pid=$(sed -n 's/^PPid:[[:space:]]*//p' /proc/$pid/status)
    done
    [ "$pid" -gt 1 ] && kill -ABRT "$pid" ;;
  *) exec "${bundledBinary(tool)}" "$@" ;;
esac
`
    )
    chmodSync(file, 0o755)
  }
  const set = (word: string) => writeFileSync(mode, word)
  set("real")
  return {
    set,
    env: { MEDIA_FFMPEG_BIN: join(folder, "ffmpeg"), MEDIA_FFPROBE_BIN: join(folder, "ffprobe") }
  }
}
