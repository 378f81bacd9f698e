import { codingProblem, mainAudio, type ProbeFacts, type StreamFacts } from "../ProbeFacts.ts"

/**
 * The tracks that a viewer chose, as stream indexes: an audio track instead of the main one, and bitmap subtitles to
 * burn into the frames. Default: the main audio, no subtitles.
 */
export interface TrackChoice {
  readonly audio?: number
  readonly subtitle?: number
}

/** Codecs with bitmap subtitles. No browser shows them, so they can only be burned in. */
const BITMAP_CODECS: ReadonlySet<string> = new Set(["hdmv_pgs_subtitle", "dvd_subtitle", "dvb_subtitle"])

/** Returns the audio tracks that can be played, in the order of the file. */
export const choosableAudio = (facts: ProbeFacts): ReadonlyArray<StreamFacts> =>
  facts.streams.filter(
    (stream) =>
      stream.kind === "audio" &&
      stream.sampleRate !== undefined &&
      stream.channels !== undefined &&
      codingProblem(stream) === undefined
  )

/** Returns the subtitle tracks that can be burned in, in the order of the file. */
export const bitmapSubtitles = (facts: ProbeFacts): ReadonlyArray<StreamFacts> =>
  facts.streams.filter(
    (stream) => stream.kind === "subtitle" && BITMAP_CODECS.has(stream.codec) && stream.isEncrypted !== true
  )

/** Removes tracks from a choice that are the defaults anyway. Returns `undefined` if a chosen track does not exist. */
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

/** Returns the name of the choice's folder in the video's cache folder. Empty for the default choice. */
export const choiceName = ({ audio, subtitle }: TrackChoice = {}): string =>
  [
    ...(audio === undefined ? [] : [`audio-${audio}`]),
    ...(subtitle === undefined ? [] : [`subtitle-${subtitle}`])
  ].join("-")

export const isChoiceName = (name: string): boolean => /^(audio-\d+|(audio-\d+-)?subtitle-\d+)$/.test(name)

/** Changes the facts so that the chosen track is the file's only default audio track. */
export const withChosenAudio = (facts: ProbeFacts, { audio }: TrackChoice = {}): ProbeFacts =>
  audio === undefined
    ? facts
    : {
        ...facts,
        streams: facts.streams.map((stream) =>
          stream.kind === "audio" ? { ...stream, isDefault: stream.index === audio } : stream
        )
      }
