import { api } from "@/api"
import { kindNamed } from "@/features/items/kinds/kinds"
import { defineMessages, translate } from "@/lib/messages"
import { toast } from "@/ui/toasts"

const messages = defineMessages("requests.notice", {
  added: "“{title}” was added",
  declined: "Your request “{title}” was declined",
  open: "Open",
  show: "Show"
})
/** Number of recent requests among which the answered request is searched. If it is older, no notice is shown. */
const LOOKED_AT = 50

/** Shows a notice that a request was answered, with a link to the added item or to the request. */
export const tellAnswer = async (id: string): Promise<void> => {
  const { items } = await api.requests.list({ query: { page: 1, perPage: LOOKED_AT } })
  const request = items.find((each) => each.id === id)
  if (!request?.answer) return
  const { answer, item } = request.answer
  const kind = kindNamed(item?.kind ?? null)
  const to = item && kind ? { name: kind.routes.detail, params: { id: item.id } } : { name: "requests" }
  toast(translate(messages, answer, { title: request.title }), "plain", {
    label: translate(messages, item ? "open" : "show"),
    to
  })
}
