import type { NewRule } from "@media/features/app/rules/contract"
import type { Picked } from "../entities/picker/picked"
import type { Rule } from "./queries"

/** The form values of a rule. */
export interface RuleForm {
  readonly name: string
  readonly kind: Rule["kind"]
  /** Ids of libraries. Empty for all libraries. */
  readonly libraryIds: ReadonlyArray<string>
  readonly text: string
  readonly tags: ReadonlyArray<Picked>
  readonly performers: ReadonlyArray<Picked>
  /** Contains at most one studio. */
  readonly studio: ReadonlyArray<Picked>
  readonly isOrganized: boolean
  readonly isNsfw: boolean
  readonly isFavorite: boolean
  readonly jobs: ReadonlyArray<"previews" | "fingerprint">
}

const named = (names: ReadonlyArray<string> = []): ReadonlyArray<Picked> => names.map((name) => ({ name }))

export const formOf = (rule: Rule | undefined, kind: Rule["kind"]): RuleForm => ({
  name: rule?.name ?? "",
  kind: rule?.kind ?? kind,
  libraryIds: rule?.libraryIds ?? [],
  text: rule?.text ?? "",
  tags: named(rule?.actions.addTags),
  performers: named(rule?.actions.addPerformers),
  studio: named(rule?.actions.studio === undefined ? [] : [rule.actions.studio]),
  isOrganized: rule?.actions.isOrganized === true,
  isNsfw: rule?.actions.isNsfw === true,
  isFavorite: rule?.actions.isFavorite === true,
  jobs: rule?.actions.jobs ?? []
})

/** Rules store names and not ids, because names are readable in the rule and stay valid after a merge. */
const namesOf = (picked: ReadonlyArray<Picked>): ReadonlyArray<string> => picked.map(({ name }) => name)

/** Returns the actions in the form, or undefined if there are none. */
export const actionsOf = (form: RuleForm): NewRule["actions"] | undefined => {
  const actions = {
    ...(form.tags.length === 0 ? {} : { addTags: namesOf(form.tags) }),
    ...(form.performers.length === 0 ? {} : { addPerformers: namesOf(form.performers) }),
    ...(form.studio[0] === undefined ? {} : { studio: form.studio[0].name }),
    ...(form.isOrganized ? { isOrganized: true } : {}),
    ...(form.isNsfw ? { isNsfw: true } : {}),
    ...(form.isFavorite ? { isFavorite: true } : {}),
    ...(form.jobs.length === 0 ? {} : { jobs: form.jobs })
  }
  return Object.keys(actions).length === 0 ? undefined : actions
}

export const conditionOf = ({ kind, libraryIds, text }: RuleForm) => ({
  kind,
  libraryIds: libraryIds.length === 0 ? null : libraryIds,
  text: text.trim()
})
