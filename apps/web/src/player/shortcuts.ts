import { useShortcuts, type Shortcut } from "@/lib/shortcuts"
import type { PlayerActions } from "./actions"

export interface PlayerKeys {
  readonly actions: PlayerActions
  readonly duration: () => number
  readonly frameRate: () => number
  readonly chapter: (direction: 1 | -1) => void
  readonly openQuality: () => void
  readonly leave: () => void
  readonly wake: () => void
}

/** The player's keys. */
export const usePlayerShortcuts = ({
  actions,
  chapter,
  duration,
  frameRate,
  leave,
  openQuality,
  wake
}: PlayerKeys): void => {
  const keys = (names: string, label: string, act: (event: KeyboardEvent) => void): Shortcut => ({
    keys: names.split(" "),
    label,
    run: (event) => {
      act(event)
      wake()
    }
  })
  useShortcuts("Player", [
    keys("Space k", "Play or pause", actions.toggle),
    keys("j", "Back 10 seconds", () => actions.seekBy(-10)),
    keys("l", "Forward 10 seconds", () => actions.seekBy(10)),
    keys("ArrowLeft", "Back 5 seconds", () => actions.seekBy(-5)),
    keys("ArrowRight", "Forward 5 seconds", () => actions.seekBy(5)),
    keys("Shift+ArrowLeft", "Back 1 second", () => actions.seekBy(-1)),
    keys("Shift+ArrowRight", "Forward 1 second", () => actions.seekBy(1)),
    keys("ArrowUp", "Volume up", () => actions.changeVolume(0.05)),
    keys("ArrowDown", "Volume down", () => actions.changeVolume(-0.05)),
    keys("m", "Mute", actions.toggleMute),
    keys("f", "Full screen", actions.toggleFullscreen),
    keys("i", "Picture in picture", actions.togglePictureInPicture),
    keys("<", "Slower", () => actions.changeRate(-1)),
    keys(">", "Faster", () => actions.changeRate(1)),
    keys(",", "Previous frame", () => actions.stepFrame(-1, frameRate())),
    keys(".", "Next frame", () => actions.stepFrame(1, frameRate())),
    keys("0 1 2 3 4 5 6 7 8 9", "Jump to 0 – 90 %", (event) =>
      actions.seekTo((duration() * Number(event.key)) / 10)
    ),
    keys("Home", "To the beginning", () => actions.seekTo(0)),
    keys("End", "To the end", () => actions.seekTo(duration())),
    keys("[ PageDown", "Previous chapter", () => chapter(-1)),
    keys("] PageUp", "Next chapter", () => chapter(1)),
    keys("q", "Quality", openQuality),
    keys("Escape", "Close player", leave)
  ])
}
