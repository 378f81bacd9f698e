/** Told from every other element by what keeps one sound at a time. */
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
 * The two elements of the bar, which outlive pages: one plays, one holds what comes next. First asked for within a press:
 * Safari lets only those begin by themselves later.
 */
export const audioElements = (): readonly [HTMLAudioElement, HTMLAudioElement] => {
  if (pair === undefined) {
    pair = [make(), make()]
    for (const element of pair) element.load()
  }
  return pair
}
