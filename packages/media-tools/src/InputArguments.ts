import type { MediaPath } from "./MediaPath.ts"
import type { Argument } from "./MediaProcess.ts"

/**
 * Containers that ffmpeg may open. ffmpeg rejects other formats before it opens the files that they refer to. Without
 * this list, ffmpeg follows an HLS playlist named `x.mp4` and opens other files of the machine (observed with ffprobe
 * 5.1.9).
 */
export const FORMATS = [
  "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,flv,live_flv,asf,ogg,rm,wtv,mxf,gxf,nut,dv",
  "h264,hevc,m4v,ivf,mp3,aac,flac,wav,w64,ac3,eac3,dts,aiff,ape,tta,wv,caf,amr,mpc,mpc8,dsf,au,tak"
].join(",")

/**
 * Decoders that ffmpeg may use. They cover common videos and music. Rarer decoders are excluded, because hardly anyone
 * has reviewed them for vulnerabilities (MagicYUV: CVE-2026-8461).
 */
export const CODECS = [
  "h264,hevc,vp8,vp9,libvpx,libvpx-vp9,av1,libdav1d,libaom-av1,mpeg1video,mpeg2video,mpeg4,msmpeg4,msmpeg4v1",
  "msmpeg4v2,h263,h263i,flv,vp6,vp6f,vp6a,mjpeg,wmv1,wmv2,wmv3,vc1,prores,dnxhd,theora,dvvideo,rv30,rv40,svq3",
  "rv10,rv20,amv,adpcm_ima_amv,cinepak,png,rawvideo,ffv1,huffyuv,ffvhuff,utvideo",
  "aac,aac_latm,mp1,mp1float,mp2,mp2float,mp3,mp3float,ac3,ac3_fixed,eac3,dca,truehd,mlp,flac,opus,libopus",
  "vorbis,libvorbis,alac,wmav1,wmav2,wmapro,wmalossless,cook,speex,libspeex,amrnb,amrwb,ape,tta,wavpack",
  "pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_u8,pcm_s8,pcm_f32le,pcm_f32be,pcm_f64le",
  "mpc7,mpc8,tak,gsm,gsm_ms",
  "pcm_alaw,pcm_mulaw,pcm_bluray,pcm_dvd,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt,adpcm_swf,nellymoser",
  "dsd_lsbf,dsd_msbf,dsd_lsbf_planar,dsd_msbf_planar",
  "subrip,srt,ass,ssa,webvtt,mov_text,text,dvdsub,dvbsub,pgssub"
].join(",")

/**
 * Decoder names that differ from ffprobe's codec name, keyed by codec. The 2018 build of ffmpeg and ffmpeg 5.1 use the
 * same names.
 */
const DECODER_OF: Readonly<Record<string, string>> = {
  flv1: "flv",
  msmpeg4v3: "msmpeg4",
  amr_nb: "amrnb",
  amr_wb: "amrwb",
  dts: "dca",
  musepack7: "mpc7",
  musepack8: "mpc8"
}

const DECODERS: ReadonlySet<string> = new Set(CODECS.split(","))

/** True if `inputArgs` allows ffmpeg to decode the codec with this ffprobe name. */
export const mayDecode = (codec: string): boolean => DECODERS.has(DECODER_OF[codec] ?? codec)

const PROTOCOLS = ["-protocol_whitelist", "file"]

/**
 * Returns the input options for one media file, including `-i`. They protect against playlists that open other files,
 * unusual file names and rare decoders.
 */
export const inputArgs = (path: MediaPath): ReadonlyArray<Argument> => [
  ...PROTOCOLS,
  "-format_whitelist",
  FORMATS,
  "-codec_whitelist",
  CODECS,
  "-i",
  { file: path }
]

/**
 * Returns the options of `inputArgs` for ffprobe. All codecs are allowed, because ffprobe identifies codecs without
 * decoding them.
 */
export const probeInputArgs = (path: MediaPath): ReadonlyArray<Argument> => [
  ...PROTOCOLS,
  "-format_whitelist",
  FORMATS,
  "-i",
  { file: path }
]
