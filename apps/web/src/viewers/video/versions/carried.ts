import type { SubtitleTrack } from "@media/features/media/videos/subtitleContract"
import type { Video } from "@media/features/media/videos/contract"
import type { Subtitles } from "../subtitles/useSubtitles"
import type { TrackChoice } from "../tracks/trackChoice"

type Stream = Video["streams"][number]

/** The state of the player that remains when the viewer chooses another version of the work. */
export interface Carried {
  /** The version that plays next. */
  readonly id: string
  /** The position in seconds. */
  readonly time: number
  readonly audio: Stream | undefined
  /** The subtitles burned into the picture. */
  readonly drawn: Stream | undefined
  /** The chosen subtitle track; null if subtitles were turned off, undefined if the preferences decide. */
  readonly subtitle: SubtitleTrack | null | undefined
}

const ofKind = ({ streams }: Video, kind: Stream["kind"]): ReadonlyArray<Stream> =>
  streams.filter((stream) => stream.kind === kind)

/** The audio track that plays: the chosen one, or the default of the file. */
const audioOf = (video: Video, { audio }: TrackChoice): Stream | undefined => {
  const all = ofKind(video, "audio")
  return all.find(({ index }) => index === audio) ?? all.find(({ isDefault }) => isDefault) ?? all[0]
}

const drawnOf = (video: Video, { subtitle }: TrackChoice): Stream | undefined =>
  ofKind(video, "subtitle").find(({ index }) => index === subtitle)

interface Playing {
  readonly video: Video
  readonly time: number
  readonly choice: TrackChoice
  readonly subtitles: Pick<Subtitles, "picked" | "track">
}

/** The state that the version with this id takes over from the one that plays. */
export const carriedTo = (id: string, { choice, subtitles, time, video }: Playing): Carried => ({
  id,
  time,
  audio: audioOf(video, choice),
  drawn: drawnOf(video, choice),
  subtitle: subtitles.picked.value === undefined ? undefined : (subtitles.track.value ?? null)
})

/** The stream in the language of another one, with the same name and number of channels if there is one. */
const nearest = (all: ReadonlyArray<Stream>, wanted: Stream | undefined): Stream | undefined => {
  const score = (one: Stream) =>
    2 * Number(one.title === wanted?.title) + Number(one.channels === wanted?.channels)
  return wanted === undefined
    ? undefined
    : all.filter(({ language }) => language === wanted.language).toSorted((a, b) => score(b) - score(a))[0]
}

/** The tracks of the next version. The default audio of the file counts as no choice. */
export const carriedTracks = (video: Video, { audio, drawn }: Carried): TrackChoice => {
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

/** The id of the track that matches the chosen one; null for none, undefined if the preferences decide. */
export const carriedSubtitle = (
  tracks: ReadonlyArray<SubtitleTrack>,
  wanted: Carried["subtitle"]
): string | null | undefined => {
  if (wanted == null) return wanted
  const alike = tracks.filter(
    ({ isForced, language, url }) =>
      url !== null && language === wanted.language && isForced === wanted.isForced
  )
  return (alike.find(({ isHearingImpaired }) => isHearingImpaired === wanted.isHearingImpaired) ?? alike[0])
    ?.id
}
