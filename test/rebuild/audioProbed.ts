import { forTextTags } from "@media/features/media/audio/events"

/** Returns a result of the job that examines tracks. Every third track has no tags. */
export const audioProbed = (number: number) => {
  const isTagged = number % 3 !== 0
  const tag = <A>(value: A): A | null => (isTagged ? value : null)
  return {
    _tag: "audio.probed.v1",
    size: 1,
    mtimeMs: 1,
    duration: number + 0.5,
    oshash: tag("0123456789abcdef"),
    title: tag(`The Song ${number}`),
    date: tag("1999-05-31"),
    artist: tag(number % 2 === 0 ? "The Band" : "The Band; A Guest"),
    album: tag(`Album "${number % 5}"`),
    albumArtist: null,
    discNumber: 1,
    trackNumber: tag(number + 1),
    year: tag(1999),
    ...forTextTags((name) => tag(`Some ${name}`)),
    container: "flac",
    codec: "flac",
    bitRate: 900_000,
    sampleRate: 44_100,
    channels: 2,
    trackGain: tag(-6.3),
    trackPeak: tag(0.99),
    albumGain: null,
    albumPeak: null,
    hasLyrics: isTagged,
    isCompilation: number % 7 === 0,
    coverStream: tag(1),
    chapters: number % 4 === 0 ? [{ title: `Part ${number}`, start: 0, end: 10.5 }] : []
  } as { readonly _tag: string }
}
