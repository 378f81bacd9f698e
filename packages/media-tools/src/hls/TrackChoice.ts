import { codingProblem, mainAudio, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"

/**
 * A viewer's choice in addition to the quality, as stream indexes: an audio track in place of the main one, and bitmap
 * subtitles to draw into the frames. Default: the main audio, no subtitles.
 */
export interface TrackChoice {
  readonly audio?: number
  readonly subtitle?: number
}

/** Codecs with bitmap subtitles: no browser shows them, so they can only become part of the frames. */
const BITMAP_CODECS: ReadonlySet<string> = new Set(["hdmv_pgs_subtitle", "dvd_subtitle", "dvb_subtitle"])

/** Playable audio tracks, in the file's order. */
export const choosableAudio = (facts: ProbeFacts): ReadonlyArray<StreamFacts> =>
  facts.streams.filter(
    (stream) =>
      stream.kind === "audio" &&
      stream.sampleRate !== undefined &&
      stream.channels !== undefined &&
      codingProblem(stream) === undefined
  )

/** Subtitle tracks that can be drawn into the frames, in the file's order. */
export const bitmapSubtitles = (facts: ProbeFacts): ReadonlyArray<StreamFacts> =>
  facts.streams.filter(
    (stream) => stream.kind === "subtitle" && BITMAP_CODECS.has(stream.codec) && stream.isEncrypted !== true
  )

/** The same choice in normalized form, without defaults; `undefined` if a track does not exist. */
export const settledChoice = (facts: ProbeFacts, choice: TrackChoice): TrackChoice | undefined => {
  const has = (streams: ReadonlyArray<StreamFacts>, index: number | undefined) =>
    index === undefined || streams.some((stream) => stream.index === index)
  const { audio, subtitle } = choice
  if (!has(choosableAudio(facts), audio) || !has(bitmapSubtitles(facts), subtitle)) return undefined
  return {
    ...(audio === undefined || audio === mainAudio(facts)?.index ? {} : { audio }),
    ...(subtitle === undefined ? {} : { subtitle })
  }
}

/** Name of its folder in the cache folder of the video; empty for the default choice. */
export const choiceName = ({ audio, subtitle }: TrackChoice = {}): string =>
  [
    ...(audio === undefined ? [] : [`audio-${audio}`]),
    ...(subtitle === undefined ? [] : [`subtitle-${subtitle}`])
  ].join("-")

export const isChoiceName = (name: string): boolean => /^(audio-\d+|(audio-\d+-)?subtitle-\d+)$/.test(name)

/** Modifies the facts so that the chosen track is the file's only default one. */
export const withChosenAudio = (facts: ProbeFacts, { audio }: TrackChoice = {}): ProbeFacts =>
  audio === undefined
    ? facts
    : {
        ...facts,
        streams: facts.streams.map((stream) =>
          stream.kind === "audio" ? { ...stream, isDefault: stream.index === audio } : stream
        )
      }
