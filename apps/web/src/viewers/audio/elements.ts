/** Value of `data-player` that marks the bar's elements as one player for `keepOneSound`. */
export const AUDIO_BAR = "audio-bar"

const make = (): HTMLAudioElement => {
  const audio = new Audio()
  audio.preload = "auto"
  audio.dataset["player"] = AUDIO_BAR
  audio.hidden = true
  document.body.append(audio)
  return audio
}

let pair: readonly [HTMLAudioElement, HTMLAudioElement] | undefined
/**
 * Returns the two audio elements of the bar, which exist as long as the app. One plays, and the other preloads the
 * next track. The first call must happen during a user gesture. Safari then allows these elements to start playback
 * later without a gesture.
 */
export const audioElements = (): readonly [HTMLAudioElement, HTMLAudioElement] => {
  if (pair === undefined) {
    pair = [make(), make()]
    for (const element of pair) element.load()
  }
  return pair
}
