import { inject, provide, shallowRef, type InjectionKey, type Ref } from "vue"

const key: InjectionKey<Ref<HTMLElement | null>> = Symbol("scroller")

/** Provides the scrolling element of the page. Lists inside it render only the visible part. */
export const provideScroller = (element: Ref<HTMLElement | null>): void => provide(key, element)
export const useScroller = (): Ref<HTMLElement | null> => inject(key, () => shallowRef(null), true)
