import type { SearchAnswer } from "@media/features/app/search/contract"
import { Building2, LibraryBig, PenLine, Tag, UserRound } from "@lucide/vue"
import { mixedDefinition } from "@/features/movies/mixedDefinition"
import { kindNamed } from "@/features/items/kinds/kinds"
import { routeOfName } from "@/features/search/names"
import { useMessages } from "@/lib/messages"
import type { PaletteGroup } from "./entries"
import { messages } from "./messages"

/**
 * Returns a function that converts search results to palette entries: first names such as performers, then collections,
 * then items by kind.
 */
export const useResults = () => {
  const t = useMessages(messages)
  const named = {
    artist: "artist",
    author: "author",
    "book-series": "bookSeries",
    performer: "performer",
    studio: "studio",
    tag: "tag"
  } as const
  const icons = { performer: UserRound, studio: Building2, tag: Tag, author: PenLine }
  return (answer: SearchAnswer): ReadonlyArray<PaletteGroup> => [
    {
      label: t("people"),
      choices: answer.people.map((one) => ({
        id: `name-${one.id}`,
        label: one.name,
        detail: t(named[one.kind]),
        hint: t("items", { count: one.count }),
        ...(one.kind in icons ? { icon: icons[one.kind as "tag"] } : {}),
        ...(one.picture === undefined ? {} : { picture: one.picture }),
        to: routeOfName(one)
      }))
    },
    {
      label: t("collections"),
      choices: (answer.collections ?? []).map(({ count, id, name }) => ({
        id: `collection-${id}`,
        label: name,
        hint: t("items", { count }),
        icon: LibraryBig,
        to: { name: "collection", params: { id } }
      }))
    },
    ...answer.groups.flatMap((group): ReadonlyArray<PaletteGroup> => {
      const kind = kindNamed(group.kind)
      if (kind === undefined) return []
      const { detail, list } = kind.routes
      const isMore = group.isMore || group.total > group.items.length
      return [
        {
          label: kind.words.title,
          choices: [
            ...group.items.map((item) => {
              const { id, title } = item
              const definition = mixedDefinition(item)
              return {
                id: `item-${id}`,
                label: title,
                hint: definition?.look?.(item).context ?? item.date?.slice(0, 4),
                icon: kind.icon,
                picture: item.picture,
                to: { name: definition?.routes.detail ?? detail, params: { id } },
                item: { kind: group.kind, type: item.type, id, title }
              }
            }),
            ...(isMore
              ? [
                  {
                    id: `all-${group.kind}`,
                    label: group.isMore ? t("allMore") : t("all", { count: group.total }),
                    to: { name: list, query: { q: answer.performed } }
                  }
                ]
              : [])
          ]
        }
      ]
    })
  ]
}
