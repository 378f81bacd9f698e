import { computed, inject, onScopeDispose, provide, type ComputedRef, type InjectionKey } from "vue"
import { activeOrder } from "@/live/activeOrder"
import { makeJobsBoard, type JobsBoard } from "@/live/jobsBoard"
import type { LiveTopic } from "@/live/topic"

const key: InjectionKey<JobsBoard> = Symbol("jobs board")
/**
 * The boards of all mounted pages. There can be two, because the previous page may still be unmounting when the next
 * one opens.
 */
const open = new Set<JobsBoard>()

export const liveTopic: LiveTopic = {
  snapshot: (message) => open.forEach((board) => board.applySnapshot(message)),
  delta: (message) => open.forEach((board) => board.applyDelta(message))
}

/** Creates the jobs board of a page. The board is discarded with its rows when the page is unmounted. */
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

/** Returns the jobs board of the page that contains the component. */
export const useJobsBoard = (): JobsBoard => {
  const board = inject(key)
  if (!board) throw new Error("The jobs board is not provided to this component.")
  return board
}

/**
 * Returns a computed value derived from the jobs board. Components that use it rerender only when that value changes.
 */
export const useBoard = <T>(select: (board: JobsBoard) => T): ComputedRef<T> => {
  const board = useJobsBoard()
  return computed(() => select(board))
}

/** Updates the boards of all mounted pages with a run from an HTTP response. */
export const tellBoards = (run: Parameters<JobsBoard["applyRun"]>[0]): void =>
  open.forEach((board) => board.applyRun(run))
