import { Download, Link } from "@lucide/vue"
import type { Router } from "vue-router"
import { copyText } from "@/lib/copyText"
import { defineMessages, translate } from "@/lib/messages"
import { apiAddress } from "@/lib/urlBase"
import type { MenuEntry } from "@/ui/menu"
import { toast } from "@/ui/toasts"
import type { ItemDefinition } from "../definition"

const messages = defineMessages("items.share", {
  copied: "Link copied",
  copyLink: "Copy link",
  download: "Download original",
  notCopied: "Couldn’t copy the link",
  share: "Share link"
})

interface Shared {
  readonly id: string
  readonly title: string
  readonly kind: string
  /** Path of the file. Undefined in lists, and null for groups. */
  readonly path?: string | null
}

/** Paths of the original files. Images and books are missing here, because their pages have a download button. */
const originals: Readonly<Record<string, (id: string) => string>> = {
  video: (id) => `/api/video-stream/${id}/source`,
  track: (id) => `/api/audio-stream/${id}`
}

/** True on phones and tablets whose browser can pass a link to other apps. */
const isShareable = (): boolean => "share" in navigator && matchMedia("(pointer: coarse)").matches

/** Returns the menu entries that share the page of an item and download its file. */
export const shareEntries = ({
  kind,
  path
}: Shared): ReadonlyArray<MenuEntry & { readonly id: ShareAct }> => [
  { id: "link", label: translate(messages, isShareable() ? "share" : "copyLink"), icon: Link },
  ...(path != null && kind in originals
    ? [{ id: "download" as const, label: translate(messages, "download"), icon: Download }]
    : [])
]
type ShareAct = "link" | "download"
export const isShareAct = (entry: string): entry is ShareAct => entry === "link" || entry === "download"

const download = ({ id, kind, path }: Shared): void => {
  const link = document.createElement("a")
  link.href = apiAddress(originals[kind]!(id))
  link.download = path?.split("/").at(-1) ?? ""
  link.click()
}

const shareLink = async (title: string, url: string): Promise<void> => {
  // The promise is rejected if the user closes the share sheet.
  if (isShareable()) return void (await navigator.share({ title, url }).catch(() => undefined))
  const isCopied = await copyText(url)
  toast(translate(messages, isCopied ? "copied" : "notCopied"), isCopied ? undefined : "bad")
}

/** Runs the action of a menu entry. */
export const share = async (
  act: ShareAct,
  item: Shared,
  { definition, router }: { readonly definition: Pick<ItemDefinition, "routes">; readonly router: Router }
): Promise<void> => {
  if (act === "download") return download(item)
  const { href } = router.resolve({ name: definition.routes.detail, params: { id: item.id } })
  await shareLink(item.title, new URL(href, location.origin).href)
}
