import { onScopeDispose, shallowRef, type ShallowRef } from "vue"
import { droppedFiles, type ChosenFile } from "./dropped"

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true

/**
 * Accepts files that the user drops anywhere on the page. The returned ref is true while files are dragged over the
 * page.
 */
export const useFileDrop = (
  isTaking: () => boolean,
  take: (files: ReadonlyArray<ChosenFile>) => void
): Readonly<ShallowRef<boolean>> => {
  const isOver = shallowRef(false)
  /**
   * Number of elements that the pointer has entered but not left. Nested elements fire their own enter and leave
   * events, so the pointer is outside the page only when this number is 0.
   */
  let depth = 0
  const rest = (): void => {
    depth = 0
    isOver.value = false
  }
  const enter = (event: DragEvent): void => {
    if (!hasFiles(event)) return
    depth += 1
    isOver.value = isTaking()
  }
  const leave = (event: DragEvent): void => {
    if (!hasFiles(event)) return
    depth -= 1
    if (depth <= 0) rest()
  }
  const over = (event: DragEvent): void => {
    // Allows dropping. Otherwise the browser would leave the page and open the file.
    if (hasFiles(event)) event.preventDefault()
  }
  const drop = (event: DragEvent): void => {
    if (!hasFiles(event) || event.dataTransfer === null) return
    event.preventDefault()
    rest()
    if (isTaking()) void droppedFiles(event.dataTransfer).then((files) => files.length > 0 && take(files))
  }
  const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop }
  for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener as EventListener)
  onScopeDispose(() => {
    for (const [name, listener] of Object.entries(listeners))
      removeEventListener(name, listener as EventListener)
  })
  return isOver
}
