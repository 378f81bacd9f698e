import type { SearchAnswer, SearchName } from "@media/features/app/search/contract"
import { Building2, LibraryBig, Tag, UserRound } from "@lucide/vue"
import type { RouteLocationRaw } from "vue-router"
import { kindNamed } from "@/features/items/kinds/kinds"
import { useMessages } from "@/lib/messages"
import type { PaletteGroup } from "./entries"
import { messages } from "./messages"

const routeOf = ({ id, kind }: SearchName): RouteLocationRaw => {
  const names = {
    artist: "artist",
    author: "book-author",
    "book-series": "book-series-one",
    performer: "person",
    studio: "studio",
    tag: "tag"
  } as const
  return { name: names[kind], params: { id } }
}

/** The server's results as palette entries: names first, then items by kind with pictures. */
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
  const icons = { performer: UserRound, studio: Building2, tag: Tag }
  return (answer: SearchAnswer, text: string): ReadonlyArray<PaletteGroup> => [
    {
      label: t("people"),
      choices: answer.people.map((one) => ({
        id: `name-${one.id}`,
        label: one.name,
        detail: t(named[one.kind]),
        hint: t("items", { count: one.count }),
        ...(one.kind in icons ? { icon: icons[one.kind as "tag"] } : {}),
        ...(one.picture === undefined ? {} : { picture: one.picture }),
        to: routeOf(one)
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
            ...group.items.map(({ date, id, picture, title }) => ({
              id: `item-${id}`,
              label: title,
              hint: date?.slice(0, 4),
              icon: kind.icon,
              picture,
              to: { name: detail, params: { id } },
              item: { kind: group.kind, id, title }
            })),
            ...(isMore
              ? [
                  {
                    id: `all-${group.kind}`,
                    label: group.isMore ? t("allMore") : t("all", { count: group.total }),
                    to: { name: list, query: { q: answer.corrected ?? text } }
                  }
                ]
              : [])
          ]
        }
      ]
    })
  ]
}
