import { type MediaRecipe, rateOfRecipe } from "./MediaRecipe.ts"

/** Filter that draws frame number N in binary, as 16 fields on one line. Field X shows bit X in white or black. */
const NUMBER = "geq=lum='16+219*mod(floor(N/pow(2\\,X))\\,2)':cb=128:cr=128"
/** Expression for a click of 4 ms at each full second over a quiet tone. Its position is measurable to the sample. */
const CLICKS = "if(lt(mod(t\\,1)\\,0.004)\\,0.8*sin(2*PI*3000*t)\\,0.002*sin(2*PI*440*t))"

/** Returns the ffmpeg arguments that create the video at `output`. They work with every ffmpeg since 2018. */
export const mediaArguments = (recipe: MediaRecipe, output: string): ReadonlyArray<string> => {
  const { fps, seconds } = recipe
  const width = recipe.width ?? 160
  const height = recipe.height ?? 80
  const strip = `color=black:s=16x1:r=${fps}:d=${seconds},format=yuv444p,${NUMBER},scale=${width}:16:flags=neighbor`
  const inputs = [
    ...["-f", "lavfi", "-i", `testsrc2=s=${width}x${height}:r=${fps}:d=${seconds}`],
    ...["-f", "lavfi", "-i", strip],
    ...(recipe.audio === undefined ? [] : ["-f", "lavfi", "-i", sound(recipe)])
  ]
  const shift = (delay: number | undefined) => (delay === undefined ? "" : `,setpts=PTS+${delay}/TB`)
  const dropped =
    recipe.isVariableRate === true ? ",select='not(eq(mod(n\\,7)\\,3)+eq(mod(n\\,11)\\,5))'" : ""
  const graph = [
    "[0:v]format=yuv420p[p]",
    "[1:v]format=yuv420p[s]",
    `[p][s]vstack,setsar=1${dropped}${shift(recipe.videoDelay)}${pixels(recipe)}[v]`
  ]
  return [
    ...["-hide_banner", "-nostdin", "-v", "error", "-y", ...inputs],
    ...["-filter_complex", graph.join(";"), "-map", "[v]"],
    ...(recipe.audio === undefined ? [] : ["-map", "2:a", ...audioCodec(recipe.audio)]),
    ...videoCodec(recipe),
    ...(recipe.isFastStart === true ? ["-movflags", "+faststart"] : []),
    ...["-threads", "2", "-f", MUXER[recipe.container], output]
  ]
}

const MUXER: Readonly<Record<MediaRecipe["container"], string>> = {
  mp4: "mp4",
  mkv: "matroska",
  webm: "webm",
  avi: "avi",
  ts: "mpegts",
  mpg: "vob"
}

const pixels = (recipe: MediaRecipe): string =>
  recipe.video === "h264-10bit"
    ? ",format=yuv420p10le"
    : recipe.video === "mpeg2-interlaced"
      ? ",setfield=tff"
      : ""

const sound = (recipe: MediaRecipe): string => {
  const rate = recipe.audio === "aac-44100" ? 44_100 : 48_000
  const seconds = recipe.audioSeconds ?? recipe.seconds
  const delay = recipe.audioDelay === undefined ? "" : `,asetpts=PTS+${recipe.audioDelay}/TB`
  return `aevalsrc='${CLICKS}':s=${rate}:d=${seconds}${delay}`
}

const audioCodec = (audio: NonNullable<MediaRecipe["audio"]>): ReadonlyArray<string> => {
  if (audio === "ac3-5.1") return ["-c:a", "ac3", "-ac", "6", "-b:a", "384k"]
  if (audio === "mp3") return ["-c:a", "libmp3lame", "-b:a", "96k"]
  if (audio === "opus") return ["-c:a", "libopus", "-b:a", "64k"]
  if (audio === "mp2") return ["-c:a", "mp2", "-b:a", "128k"]
  return ["-c:a", "aac", "-b:a", "96k"]
}

const videoCodec = (recipe: MediaRecipe): ReadonlyArray<string> => {
  const group = String(recipe.keyInterval ?? Math.round(rateOfRecipe(recipe) * 2))
  const x264 = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-g", group, "-bf", "2"]
  const quality = ["-q:v", "3", "-g", group]
  switch (recipe.video) {
    case "h264":
      return [...x264, "-flags", "+cgop"]
    case "h264-open":
      return [...x264, "-x264-params", "open-gop=1:scenecut=0", "-flags", "-cgop"]
    case "h264-10bit":
      return [...x264, "-profile:v", "high10"]
    case "hevc":
      return ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", `log-level=error:keyint=${group}`]
    case "vp9":
      return ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "400k", "-g", group]
    case "mpeg4":
      return ["-c:v", "mpeg4", "-bf", "2", ...quality]
    case "mpeg2-interlaced":
      return ["-c:v", "mpeg2video", "-flags", "+ildct+ilme", ...quality]
  }
}
