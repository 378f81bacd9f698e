import type { Rule } from "eslint"

export const noFloatingEffect: Rule.RuleModule
