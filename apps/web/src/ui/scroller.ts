import { inject, provide, shallowRef, type InjectionKey, type Ref } from "vue"

const key: InjectionKey<Ref<HTMLElement | null>> = Symbol("scroller")

/** The element of the page that scrolls. Lists inside it render only the visible part. */
export const provideScroller = (element: Ref<HTMLElement | null>): void => provide(key, element)
export const useScroller = (): Ref<HTMLElement | null> => inject(key, () => shallowRef(null), true)
