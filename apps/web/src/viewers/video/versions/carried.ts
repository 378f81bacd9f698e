import type { SubtitleTrack } from "@media/features/media/videos/subtitleContract"
import type { Video } from "@media/features/media/videos/contract"
import type { Subtitles } from "../subtitles/useSubtitles"
import type { TrackChoice } from "../tracks/trackChoice"

type Stream = Video["streams"][number]
/** The properties by which a stream is found again in another file. */
export type StreamWish = Pick<Stream, "language" | "title" | "channels">
export type SubtitleWish = Pick<SubtitleTrack, "language" | "isForced" | "isHearingImpaired">

/** The tracks that the user chose, in a form in which they can be found in another file. */
export interface ChosenTracks {
  readonly audio: StreamWish | undefined
  /** The subtitle stream that is burned into the video. */
  readonly drawn: StreamWish | undefined
  /** The chosen subtitle track. Null if the user turned subtitles off, undefined if the preferences decide. */
  readonly subtitle: SubtitleWish | null | undefined
}

/** The state with which playback continues when the user chooses another version of the work. */
export interface Carried extends ChosenTracks {
  /** The id of the version to play. */
  readonly id: string
  /** The position in seconds. */
  readonly time: number
}

const ofKind = ({ streams }: Video, kind: Stream["kind"]): ReadonlyArray<Stream> =>
  streams.filter((stream) => stream.kind === kind)

/** Returns the audio track that is playing: the chosen track, or the default track of the file. */
const audioOf = (video: Video, { audio }: TrackChoice): Stream | undefined => {
  const all = ofKind(video, "audio")
  return all.find(({ index }) => index === audio) ?? all.find(({ isDefault }) => isDefault) ?? all[0]
}

const drawnOf = (video: Video, { subtitle }: TrackChoice): Stream | undefined =>
  ofKind(video, "subtitle").find(({ index }) => index === subtitle)

interface Playing {
  readonly video: Video
  readonly choice: TrackChoice
  readonly subtitles: Pick<Subtitles, "picked" | "track">
}

/** Returns the tracks that are playing. */
export const playingTracks = ({ choice, subtitles, video }: Playing): ChosenTracks => ({
  audio: audioOf(video, choice),
  drawn: drawnOf(video, choice),
  subtitle: subtitles.picked.value === undefined ? undefined : (subtitles.track.value ?? null)
})

/** Returns the stream in the same language as `wanted`, preferably with the same title and number of channels. */
const nearest = (all: ReadonlyArray<Stream>, wanted: StreamWish | undefined): Stream | undefined => {
  const score = (one: Stream) =>
    2 * Number(one.title === wanted?.title) + Number(one.channels === wanted?.channels)
  return wanted === undefined
    ? undefined
    : all.filter(({ language }) => language === wanted.language).toSorted((a, b) => score(b) - score(a))[0]
}

/** Returns the tracks to choose in another file (`video`). Contains no audio track if the default track is suitable. */
export const carriedTracks = (video: Video, { audio, drawn }: ChosenTracks): TrackChoice => {
  const usual = audioOf(video, {})
  const spoken =
    usual !== undefined && usual.language === audio?.language && usual.title === audio.title
      ? undefined
      : nearest(ofKind(video, "audio"), audio)
  const burned = nearest(ofKind(video, "subtitle"), drawn)
  return {
    ...(spoken === undefined || spoken.index === usual?.index ? {} : { audio: spoken.index }),
    ...(burned === undefined ? {} : { subtitle: burned.index })
  }
}

/**
 * Returns the id of the track that matches the previously chosen track. Returns null for no subtitles, and undefined if
 * the preferences decide.
 */
export const carriedSubtitle = (
  tracks: ReadonlyArray<SubtitleTrack>,
  wanted: ChosenTracks["subtitle"]
): string | null | undefined => {
  if (wanted == null) return wanted
  const alike = tracks.filter(
    ({ isForced, language, url }) =>
      url !== null && language === wanted.language && isForced === wanted.isForced
  )
  return (alike.find(({ isHearingImpaired }) => isHearingImpaired === wanted.isHearingImpaired) ?? alike[0])
    ?.id
}
