import { onScopeDispose } from "vue"

type Act = (event: Event) => void

/** Calls the listener for each of the named events until the returned function is called. */
export const listen = (target: EventTarget, names: ReadonlyArray<string>, act: Act): (() => void) => {
  for (const name of names) target.addEventListener(name, act)
  return () => {
    for (const name of names) target.removeEventListener(name, act)
  }
}

/** Calls the listener for each of the named events until the calling component unmounts. */
export const useEvents = (target: EventTarget, names: ReadonlyArray<string>, act: Act): void =>
  onScopeDispose(listen(target, names, act))
