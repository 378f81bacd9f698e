import { cloneVNode, shallowRef, watch, type Component, type FunctionalComponent, type Ref } from "vue"

/**
 * What opens beside a button, whose code is loaded when it is first opened. Until then `Opener` is drawn: the button of
 * the slot, which loads ahead under the pointer or with the focus.
 */
export const useLazyPopup = (
  open: Ref<boolean | undefined>,
  load: () => Promise<Component>,
  options: { readonly haspopup: "dialog" | "menu"; readonly slot: () => ReadonlyArray<object> }
) => {
  const popup = shallowRef<Component>()
  /** A failure is reported by the press that follows. */
  const loadAhead = (): void => void load().catch(() => undefined)
  const show = async (): Promise<void> => {
    popup.value = await load()
    open.value = true
  }
  watch(open, (isOpen) => isOpen && !popup.value && void show(), { immediate: true })

  const Opener: FunctionalComponent = () =>
    options.slot().map((button) =>
      cloneVNode(button as never, {
        "aria-haspopup": options.haspopup,
        "aria-expanded": false,
        onPointerenter: loadAhead,
        onFocus: loadAhead,
        onClick: show
      })
    )
  return { Opener, popup }
}
