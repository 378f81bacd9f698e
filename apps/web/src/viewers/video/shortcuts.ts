import { useMessages } from "@/lib/messages"
import { useShortcuts, type Shortcut } from "@/lib/shortcuts"
import type { PlayerActions } from "./actions"
import { messages } from "./messages"

export interface PlayerKeys {
  readonly actions: PlayerActions
  readonly duration: () => number
  readonly frameRate: () => number
  readonly chapter: (direction: 1 | -1) => void
  readonly addMarker: () => void
  readonly openQuality: () => void
  readonly subtitles: () => void
  readonly delaySubtitles: (seconds: number) => void
  readonly go: (direction: 1 | -1) => void
  readonly leave: () => void
  readonly wake: () => void
}

/** Binds the player's shortcuts. */
export const usePlayerShortcuts = ({
  actions,
  addMarker,
  chapter,
  delaySubtitles,
  duration,
  frameRate,
  go,
  leave,
  openQuality,
  subtitles,
  wake
}: PlayerKeys): void => {
  const t = useMessages(messages)
  const keys = (names: string, label: string, act: (event: KeyboardEvent) => void): Shortcut => ({
    keys: names.split(" "),
    label,
    run: (event) => {
      act(event)
      wake()
    }
  })
  useShortcuts("Player", [
    keys("Space k", t("keyPlayPause"), actions.toggle),
    keys("j", t("keyBack10"), () => actions.seekBy(-10)),
    keys("l", t("keyForward10"), () => actions.seekBy(10)),
    keys("ArrowLeft", t("keyBack5"), () => actions.seekBy(-5)),
    keys("ArrowRight", t("keyForward5"), () => actions.seekBy(5)),
    keys("Shift+ArrowLeft", t("keyBack1"), () => actions.seekBy(-1)),
    keys("Shift+ArrowRight", t("keyForward1"), () => actions.seekBy(1)),
    keys("ArrowUp", t("volumeUp"), () => actions.changeVolume(0.05)),
    keys("ArrowDown", t("volumeDown"), () => actions.changeVolume(-0.05)),
    keys("m", t("mute"), actions.toggleMute),
    keys("f", t("fullScreen"), actions.toggleFullscreen),
    keys("i", t("pip"), actions.togglePictureInPicture),
    keys("<", t("slower"), () => actions.changeRate(-1)),
    keys(">", t("faster"), () => actions.changeRate(1)),
    keys(",", t("framePrevious"), () => actions.stepFrame(-1, frameRate())),
    keys(".", t("frameNext"), () => actions.stepFrame(1, frameRate())),
    keys("0 1 2 3 4 5 6 7 8 9", t("keyShare"), (event) =>
      actions.seekTo((duration() * Number(event.key)) / 10)
    ),
    keys("Home", t("keyToStart"), () => actions.seekTo(0)),
    keys("End", t("keyToEnd"), () => actions.seekTo(duration())),
    keys("[ PageDown", t("chapterPrevious"), () => chapter(-1)),
    keys("] PageUp", t("chapterNext"), () => chapter(1)),
    keys("n", t("markerAdd"), addMarker),
    keys("c", t("subtitles"), subtitles),
    keys("g", t("subtitlesEarlier"), () => delaySubtitles(-0.1)),
    keys("h", t("subtitlesLater"), () => delaySubtitles(0.1)),
    keys("q", t("quality"), openQuality),
    keys("Shift+N", t("next"), () => go(1)),
    keys("Shift+P", t("previous"), () => go(-1)),
    keys("Escape", t("close"), leave)
  ])
}
