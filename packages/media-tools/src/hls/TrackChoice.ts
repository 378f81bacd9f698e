import { codingProblem, mainAudio, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"

/**
 * What a viewer chose beside the quality, as indexes of streams: an audio track in place of the main one, subtitles that
 * are pictures and are drawn into the frames. Absent: the main audio, no subtitles.
 */
export interface TrackChoice {
  readonly audio?: number
  readonly subtitle?: number
}

/** Codecs whose subtitles are pictures: no browser shows them, so they can only become part of the frames. */
const BITMAP_CODECS: ReadonlySet<string> = new Set(["hdmv_pgs_subtitle", "dvd_subtitle", "dvb_subtitle"])

/** Audio tracks that can be played, in the file's order. */
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

/** The same choice in one spelling, without what is chosen anyway; `undefined` when a track is not there. */
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

/** Name of its folder in the cache folder of the video; empty for a settled choice of nothing. */
export const choiceName = ({ audio, subtitle }: TrackChoice = {}): string =>
  [
    ...(audio === undefined ? [] : [`audio-${audio}`]),
    ...(subtitle === undefined ? [] : [`subtitle-${subtitle}`])
  ].join("-")

export const isChoiceName = (name: string): boolean => /^(audio-\d+|(audio-\d+-)?subtitle-\d+)$/.test(name)

/** As if the file said so itself: the chosen track is its only default one. */
export const withChosenAudio = (facts: ProbeFacts, { audio }: TrackChoice = {}): ProbeFacts =>
  audio === undefined
    ? facts
    : {
        ...facts,
        streams: facts.streams.map((stream) =>
          stream.kind === "audio" ? { ...stream, isDefault: stream.index === audio } : stream
        )
      }
