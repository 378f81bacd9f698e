import { onScopeDispose } from "vue"

type Act = (event: Event) => void

/** Calls at each of these events, until the answer is called. */
export const listen = (target: EventTarget, names: ReadonlyArray<string>, act: Act): (() => void) => {
  for (const name of names) target.addEventListener(name, act)
  return () => {
    for (const name of names) target.removeEventListener(name, act)
  }
}

/** The same until the calling component unmounts. */
export const useEvents = (target: EventTarget, names: ReadonlyArray<string>, act: Act): void =>
  onScopeDispose(listen(target, names, act))
