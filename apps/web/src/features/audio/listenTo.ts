import { audioElements } from "@/viewers/audio/elements"
import type { Listed } from "@/viewers/audio/listed"

/**
 * Plays the given tracks in the player bar, starting at index `at`. Must be called during a user gesture, because
 * Safari requires one to start playback.
 */
export const listenTo = (tracks: ReadonlyArray<Listed>, at = 0): void => {
  audioElements()
  void import("@/viewers/audio/listen").then((bar) => bar.listenTo(tracks, at))
}

/** Plays the given tracks in random order. */
export const listenShuffled = (tracks: ReadonlyArray<Listed>): void => {
  audioElements()
  void import("@/viewers/audio/listen").then((bar) => bar.listenShuffled(tracks))
}

/** Plays the track from `seconds`. If the track is already playing, only seeks. */
export const listenFrom = (track: Listed, seconds: number): void => {
  audioElements()
  void import("@/viewers/audio/listen").then((bar) => bar.listenFrom(track, seconds))
}
