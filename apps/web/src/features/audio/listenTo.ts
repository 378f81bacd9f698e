import { audioElements } from "@/viewers/audio/elements"
import type { Listed } from "@/viewers/audio/listed"

/** Plays these tracks in the player bar, starting at index `at`. Safari requires a call within a user gesture. */
export const listenTo = (tracks: ReadonlyArray<Listed>, at = 0): void => {
  audioElements()
  void import("@/viewers/audio/listen").then((bar) => bar.listenTo(tracks, at))
}

/** Plays these tracks in random order. */
export const listenShuffled = (tracks: ReadonlyArray<Listed>): void => {
  audioElements()
  void import("@/viewers/audio/listen").then((bar) => bar.listenShuffled(tracks))
}

/** Plays this track from a time; if it is already playing, seeks to it. */
export const listenFrom = (track: Listed, seconds: number): void => {
  audioElements()
  void import("@/viewers/audio/listen").then((bar) => bar.listenFrom(track, seconds))
}
