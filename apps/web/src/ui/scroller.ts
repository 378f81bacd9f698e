import { inject, provide, shallowRef, type InjectionKey, type Ref } from "vue"

const key: InjectionKey<Ref<HTMLElement | null>> = Symbol("scroller")

/** The one element of the page that scrolls: lists inside it draw only what it shows. */
export const provideScroller = (element: Ref<HTMLElement | null>): void => provide(key, element)
export const useScroller = (): Ref<HTMLElement | null> => inject(key, () => shallowRef(null), true)
