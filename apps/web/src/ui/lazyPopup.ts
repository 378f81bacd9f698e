import { cloneVNode, shallowRef, watch, type Component, type FunctionalComponent, type Ref } from "vue"

/**
 * Loads the code of a popup when the popup first opens. Until then, `Opener` renders the button from the slot, and
 * starts loading when the pointer or the focus reaches the button.
 */
export const useLazyPopup = (
  open: Ref<boolean | undefined>,
  load: () => Promise<Component>,
  options: { readonly haspopup: "dialog" | "menu"; readonly slot: () => ReadonlyArray<object> }
) => {
  const popup = shallowRef<Component>()
  /**
   * Starts loading early. A failure is ignored, because the next click loads the code again and reports the failure.
   */
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
