import type { SessionStart } from "@media/features/identity/accounts/contract"
import { useQueryCache } from "@pinia/colada"
import { shallowRef } from "vue"
import { type RouteLocationRaw, useRoute, useRouter } from "vue-router"
import { sessionQuery } from "@/features/accounts/queries"
import type { ItemDefinition, ItemSummary, ListenAct, ListPosition } from "../definition"
import { useItemState } from "../state/useItemState"
import type { ItemAct } from "./itemMenu"

interface MenuOf<S extends ItemSummary> {
  readonly item: () => S
  readonly definition: () => ItemDefinition<S>
  /** Returns the position of the item in its list. By default, the list is the one in the URL of the page. */
  readonly position: () => ListPosition
  readonly isContinued?: () => boolean
  /** Returns the route of the item's edit page. */
  readonly toDetail: () => RouteLocationRaw
  readonly toStart?: () => RouteLocationRaw | undefined
  /** Starts a selection with the item, if its list supports selections. */
  readonly select?: (() => void) | undefined
  /** Starts playback with this item. Set for items that do not belong to a list. */
  readonly play?: () => void
}

/** Provides the menu of an item and runs its actions. Used by cards and rows. */
export const useItemMenu = <S extends ItemSummary>(of: MenuOf<S>) => {
  const router = useRouter()
  const route = useRoute()
  const cache = useQueryCache()
  const { favorite, forgetProgress, rate, watch } = useItemState(of.definition())
  const isRating = shallowRef(false)
  const isRemoving = shallowRef(false)
  const isCollecting = shallowRef(false)
  const linksOf = () => of.definition().links?.(of.item()) ?? []

  const listen = (act: ListenAct): void => {
    const { at, list } = of.position()
    if (act === "play" && of.play) return of.play()
    of.definition().listen?.(act, of.item(), {
      at,
      list: list ?? new URLSearchParams(route.query as Record<string, string>).toString()
    })
  }
  const shareItem = async (act: "link" | "download") => {
    const { share } = await import("./share")
    await share(act, { ...of.item(), kind: of.definition().kind }, { definition: of.definition(), router })
  }
  const acts: Readonly<Record<ItemAct, () => unknown>> = {
    play: () => listen("play"),
    next: () => listen("next"),
    last: () => listen("last"),
    start: () => {
      const to = of.toStart?.()
      return to && router.push(to)
    },
    favorite: () => favorite(of.item().id, !of.item().userState.isFavorite),
    watch: () => watch(of.item().id, !of.item().userState.isWatched),
    rate: () => (isRating.value = true),
    collect: () => (isCollecting.value = true),
    edit: () => router.push(of.toDetail()),
    library: () =>
      router.push({ name: of.definition().routes.list, query: { library: of.item().libraryId } }),
    select: () => of.select?.(),
    forget: () => forgetProgress(of.item().id),
    remove: () => (isRemoving.value = true),
    link: () => shareItem("link"),
    download: () => shareItem("download")
  }
  const choose = (entry: string): void => {
    const [, index] = /^link-(\d+)$/.exec(entry) ?? []
    const link = index === undefined ? undefined : linksOf()[Number(index)]
    if (link) void router.push(link.to)
    else void acts[entry as ItemAct]()
  }
  /**
   * Returns the menu entries. Session data is read only when the menu opens, because querying the session in every card
   * took longer than rendering the card's picture.
   */
  const menu = async () => {
    // Loaded on demand, because the module and its icons are 2 KB that no page needs before a menu opens.
    const { itemMenu } = await import("./itemMenu")
    return itemMenu(of.item(), {
      definition: of.definition(),
      isAdmin: cache.getQueryData<SessionStart>(sessionQuery.key)?.user?.role === "administrator",
      isContinued: of.isContinued?.() ?? false,
      isSelectable: of.select !== undefined && matchMedia("(pointer: coarse)").matches,
      links: linksOf()
    })
  }
  return {
    choose,
    isCollecting,
    isRating,
    isRemoving,
    listen,
    menu,
    rate: (rating: number | null) => rate(of.item().id, rating)
  }
}
