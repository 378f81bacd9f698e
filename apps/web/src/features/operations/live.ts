import { computed, inject, onScopeDispose, provide, type ComputedRef, type InjectionKey } from "vue"
import { activeOrder } from "@/live/activeOrder"
import { makeJobsBoard, type JobsBoard } from "@/live/jobsBoard"
import type { LiveTopic } from "@/live/topic"

const key: InjectionKey<JobsBoard> = Symbol("jobs board")
/** The boards of open pages. A page may still be unmounting when the next one opens. */
const open = new Set<JobsBoard>()

export const liveTopic: LiveTopic = {
  snapshot: (message) => open.forEach((board) => board.applySnapshot(message)),
  delta: (message) => open.forEach((board) => board.applyDelta(message))
}

/** A board for this page; its rows are freed when the page is unmounted. */
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

/** The board of the surrounding page. */
export const useJobsBoard = (): JobsBoard => {
  const board = inject(key)
  if (!board) throw new Error("There is no board of jobs around this component.")
  return board
}

/** The part of the board that a component shows. The component rerenders only when that part changes. */
export const useBoard = <T>(select: (board: JobsBoard) => T): ComputedRef<T> => {
  const board = useJobsBoard()
  return computed(() => select(board))
}

/** Passes a run from an HTTP response to every page that shows it. */
export const tellBoards = (run: Parameters<JobsBoard["applyRun"]>[0]): void =>
  open.forEach((board) => board.applyRun(run))
