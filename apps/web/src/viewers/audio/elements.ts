/** Marks the bar's elements as one player for `keepOneSound`. */
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
 * The two audio elements of the bar, which outlive pages: one plays, and the other preloads the next track. They are
 * created in a user gesture, because Safari only lets such elements start later without one.
 */
export const audioElements = (): readonly [HTMLAudioElement, HTMLAudioElement] => {
  if (pair === undefined) {
    pair = [make(), make()]
    for (const element of pair) element.load()
  }
  return pair
}
