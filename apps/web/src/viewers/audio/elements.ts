/** Marks the elements for the code that allows only one sound at a time. */
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
 * The two audio elements of the bar, which outlive pages: one plays, the other preloads the next track. They are
 * created during a press, because Safari lets only such elements start by themselves later.
 */
export const audioElements = (): readonly [HTMLAudioElement, HTMLAudioElement] => {
  if (pair === undefined) {
    pair = [make(), make()]
    for (const element of pair) element.load()
  }
  return pair
}
