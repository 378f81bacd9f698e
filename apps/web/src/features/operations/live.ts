import { computed, inject, onScopeDispose, provide, type ComputedRef, type InjectionKey } from "vue"
import { activeOrder } from "@/live/activeOrder"
import { makeJobsBoard, type JobsBoard } from "@/live/jobsBoard"
import type { LiveTopic } from "@/live/topic"

const key: InjectionKey<JobsBoard> = Symbol("jobs board")
/** The boards of all open pages. The previous page may still be unmounting when the next page opens. */
const open = new Set<JobsBoard>()

export const liveTopic: LiveTopic = {
  snapshot: (message) => open.forEach((board) => board.applySnapshot(message)),
  delta: (message) => open.forEach((board) => board.applyDelta(message))
}

/** Creates the board of a page. Frees the rows of the board when the page is unmounted. */
export const openJobsBoard = (): JobsBoard => {
  const board = makeJobsBoard(
    {
      now: () => performance.now(),
      nextFrame: (callback) => requestAnimationFrame(callback),
      later: (ms, callback) => setTimeout(callback, ms)
    },
    { order: activeOrder }
  )
  open.add(board)
  provide(key, board)
  onScopeDispose(() => open.delete(board))
  return board
}

/** Returns the board of the surrounding page. */
export const useJobsBoard = (): JobsBoard => {
  const board = inject(key)
  if (!board) throw new Error("The jobs board is not provided to this component.")
  return board
}

/** Returns a computed part of the board. The component rerenders only when that part changes. */
export const useBoard = <T>(select: (board: JobsBoard) => T): ComputedRef<T> => {
  const board = useJobsBoard()
  return computed(() => select(board))
}

/** Passes a run from an HTTP response to the boards of all open pages. */
export const tellBoards = (run: Parameters<JobsBoard["applyRun"]>[0]): void =>
  open.forEach((board) => board.applyRun(run))
