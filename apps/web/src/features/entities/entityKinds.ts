import type { EntityKind } from "@media/features/EntityKind"
import type { MergeBody, MergeCounts, performer, SplitBody } from "@media/features/app/entities/shapes"
import type { MixedItem } from "@media/features/catalog/items/contract"
import { Building2, PenLine, Tag, UserRound } from "@lucide/vue"
import type { Component } from "vue"
import { api } from "@/api"
import type { KindInfo } from "@/features/items/kinds/kinds"
import { kindWords } from "@/features/items/kinds/kindWords"
import { defineMessages } from "@/lib/messages"
import type { ListPage } from "@/lib/usePagedList"
import type { EntityFilter } from "./entityFilter"

export type { EntityKind }
export type EntitySummary = typeof performer.summary.Type
type Performer = typeof performer.detail.Type
/** The details of an entity. Fields that only one kind of entity has are accessed by name. */
export type EntityDetail = Pick<
  Performer,
  keyof EntitySummary | "aliases" | "counts" | "countsWithChildren" | "externalIds" | "ignoreAutoTag"
> &
  Pick<Performer, "parents" | "related" | "sortName" | "version"> &
  /** Undefined for tags, which cannot have tags themselves. */
  Partial<Pick<Performer, "tags">> &
  Readonly<Record<string, unknown>>
/** The request body for creating or editing an entity, as built by the form. */
export type EntityBody = Readonly<Record<string, unknown>>

type At = { readonly path: { readonly id: string }; readonly signal?: AbortSignal }

/** The API routes of a kind. The routes have the same names for every kind. */
interface EntityRoutes {
  readonly list: (input: {
    readonly query: Partial<EntityFilter> & { readonly page: number; readonly perPage: number }
    readonly signal?: AbortSignal | undefined
  }) => Promise<ListPage<EntitySummary>>
  readonly get: (at: At) => Promise<EntityDetail>
  readonly create: (input: { readonly body: EntityBody }) => Promise<EntityDetail>
  readonly update: (input: At & { readonly body: EntityBody }) => Promise<EntityDetail>
  readonly remove: (at: At) => Promise<null>
  readonly removePicture: (at: At) => Promise<null>
  readonly favorite: (at: At & { readonly keepalive?: boolean }) => Promise<null>
  readonly unfavorite: (at: At & { readonly keepalive?: boolean }) => Promise<null>
  readonly rate: (at: At & { readonly body: { readonly rating: number | null } }) => Promise<null>
  readonly children: (
    at: At & { readonly query: { readonly perPage: number; readonly sort: "count" | "name" } }
  ) => Promise<ListPage<EntitySummary>>
  readonly items: (
    at: At & { readonly query: { readonly page: number; readonly perPage: number } }
  ) => Promise<ListPage<MixedItem>>
  readonly merge: (at: At & { readonly body: MergeBody }) => Promise<typeof MergeCounts.Type>
  readonly split: (at: At & { readonly body: SplitBody }) => Promise<EntityDetail>
}

/** The facts that pages and pickers need about a kind of entity. */
export interface EntityKindInfo {
  readonly kind: EntityKind
  readonly path: string
  readonly routes: KindInfo["routes"]
  readonly words: KindInfo["words"]
  readonly icon: Component
  /** Aspect ratio of the pictures: width divided by height. */
  readonly aspect: number
  /** True if pictures are shown as circles. */
  readonly isRound: boolean
  readonly hierarchy: "flat" | "tree" | "graph"
  /** True if scrapers and other metadata sources know entities of this kind. */
  readonly isIdentifiable: boolean
  readonly api: EntityRoutes
}

export const entityKinds: Readonly<Record<EntityKind, EntityKindInfo>> = {
  performer: {
    kind: "performer",
    path: "/api/performers",
    routes: { list: "people", detail: "person" },
    words: kindWords(
      defineMessages("entities.performer", { title: "People", one: "person", many: "people" })
    ),
    icon: UserRound,
    aspect: 1,
    isRound: true,
    hierarchy: "flat",
    isIdentifiable: true,
    api: api.performers as unknown as EntityRoutes
  },
  studio: {
    kind: "studio",
    path: "/api/studios",
    routes: { list: "studios", detail: "studio" },
    words: kindWords(defineMessages("entities.studio", { title: "Studios", one: "studio", many: "studios" })),
    icon: Building2,
    aspect: 16 / 9,
    isRound: false,
    hierarchy: "tree",
    isIdentifiable: true,
    api: api.studios as unknown as EntityRoutes
  },
  tag: {
    kind: "tag",
    path: "/api/tags",
    routes: { list: "tags", detail: "tag" },
    words: kindWords(defineMessages("entities.tag", { title: "Tags", one: "tag", many: "tags" })),
    icon: Tag,
    aspect: 16 / 9,
    isRound: false,
    hierarchy: "graph",
    isIdentifiable: true,
    api: api.tags as unknown as EntityRoutes
  },
  author: {
    kind: "author",
    path: "/api/authors",
    routes: { list: "book-authors", detail: "book-author" },
    words: kindWords(defineMessages("entities.author", { title: "Authors", one: "author", many: "authors" })),
    icon: PenLine,
    aspect: 2 / 3,
    isRound: false,
    hierarchy: "flat",
    isIdentifiable: false,
    api: api.authors as unknown as EntityRoutes
  }
}
/** Matches the kinds of entities, for example in query text. */
export const anyEntityKind = Object.keys(entityKinds).join("|")

/** Returns the name, followed by the disambiguation if the entity has one. */
export const fullName = ({
  disambiguation = null,
  name
}: {
  readonly name: string
  readonly disambiguation?: string | null
}): string => (disambiguation === null ? name : `${name} (${disambiguation})`)

export const toEntity = (info: EntityKindInfo, id: string) => ({
  name: info.routes.detail,
  params: { id }
})
