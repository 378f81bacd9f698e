import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import { silentMusepack } from "@media/testkit/media/Musepack"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { waveformOf } from "./audio/Waveform.ts"
import { Ffprobe } from "./Ffprobe.ts"
import { CODECS, FORMATS, mayDecode } from "./InputArguments.ts"

const runtime = ManagedRuntime.make(realMediaTools)
const root = mkdtempSync(join(tmpdir(), "media-decoders-"))
afterAll(async () => {
  rmSync(root, { recursive: true, force: true })
  await runtime.dispose()
})

/** The usual codecs of each container. Containers and codecs have ffprobe's names. */
const usual: Readonly<Record<string, string>> = {
  "mov,mp4,m4a,3gp,3g2": "h264,hevc,mpeg4,aac,alac,ac3,eac3,mp3,flac,opus,amr_nb,amr_wb,pcm_s16be,gsm",
  mj2: "mjpeg",
  matroska: "h264,hevc,vp9,av1,aac,ac3,dts,truehd,flac,opus,vorbis,wavpack,tta",
  webm: "vp8,vp9,av1,opus,vorbis",
  avi: "mpeg4,msmpeg4v3,h264,mjpeg,mp3,ac3,pcm_s16le,gsm_ms",
  mpegts: "h264,hevc,mpeg2video,aac,ac3,mp2,dts",
  mpeg: "mpeg1video,mpeg2video,mp2,ac3,pcm_dvd",
  mpegvideo: "mpeg2video",
  "flv,live_flv": "flv1,vp6f,h264,mp3,aac,nellymoser,speex",
  asf: "wmv2,wmv3,vc1,wmav1,wmav2,wmapro,wmalossless",
  ogg: "theora,vorbis,opus,speex,flac",
  rm: "rv30,rv40,cook",
  wtv: "mpeg2video,h264,mp2,ac3",
  "mxf,gxf": "mpeg2video,dnxhd,pcm_s16le,pcm_s24le",
  nut: "ffv1,flac",
  dv: "dvvideo,pcm_s16le",
  h264: "h264",
  hevc: "hevc",
  m4v: "mpeg4",
  ivf: "vp8,vp9,av1",
  mp3: "mp1,mp2,mp3",
  aac: "aac",
  flac: "flac",
  "wav,w64": "pcm_s16le,pcm_s24le,pcm_f32le,pcm_u8,pcm_alaw,pcm_mulaw,adpcm_ms,adpcm_ima_wav,gsm_ms,mp3",
  ac3: "ac3",
  eac3: "eac3",
  dts: "dts",
  aiff: "pcm_s16be,pcm_s24be,pcm_f32be,adpcm_ima_qt",
  ape: "ape",
  tta: "tta",
  wv: "wavpack",
  caf: "alac,aac,pcm_s16le,gsm,opus",
  amr: "amr_nb,amr_wb",
  mpc: "musepack7",
  mpc8: "musepack8",
  dsf: "dsd_lsbf,dsd_lsbf_planar,dsd_msbf,dsd_msbf_planar",
  au: "pcm_s16be,pcm_mulaw",
  tak: "tak"
}

it("allows a decoder for every container that may be opened", () => {
  expect(
    Object.keys(usual)
      .flatMap((names) => names.split(","))
      .sort()
  ).toEqual(FORMATS.split(",").sort())
  const codecs = new Set(Object.values(usual).flatMap((names) => names.split(",")))
  expect([...codecs].filter((codec) => !mayDecode(codec))).toEqual([])
})

/**
 * Matches decoders that a build of ffmpeg may lack: decoders from optional libraries, and decoders that are newer than
 * the 2018 build from npm, which has libspeex and libaom instead.
 */
const optional = /^(?:lib\w+|libaom-av1|av1|speex)$/

it("allows only decoders that the installed ffmpeg has", async () => {
  const listed = (await runtime.runPromise(ffmpeg("-decoders"))).toString()
  const known = new Set(listed.split("\n").map((line) => line.trim().split(/\s+/)[1]))
  const missing = CODECS.split(",").filter((name) => !known.has(name) && !optional.test(name))
  expect(missing).toEqual([])
})

it("decodes Musepack", async () => {
  const path = join(root, "silent.mpc")
  writeFileSync(path, silentMusepack(50))
  const { run } = await runtime.runPromise(Effect.flatMap(Ffprobe, (ffprobe) => ffprobe.prepareAudio(path)))
  const facts = await runtime.runPromise(Effect.flatten(run))
  expect(facts.streams[0]?.codec).toBe("musepack8")
  expect((await runtime.runPromise(waveformOf(path))).duration).toBeCloseTo((50 * 1_152) / 44_100, 1)
})

it("rejects a track without an allowed decoder and reports its codec", async () => {
  const path = join(root, "g726.wav")
  await runtime.runPromise(
    ffmpeg("-f", "lavfi", "-i", "sine=d=1:r=8000", "-c:a", "g726", "-b:a", "32k", path)
  )
  const { run } = await runtime.runPromise(Effect.flatMap(Ffprobe, (ffprobe) => ffprobe.prepareAudio(path)))
  const refused = await runtime.runPromise(Effect.flip(Effect.flatten(run)))
  expect(refused).toMatchObject({
    code: "unknown-codec",
    message: "The audio uses the codec adpcm_g726, which is not supported"
  })
})
