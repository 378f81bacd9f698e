import ts from "typescript-eslint"

// Rules that need type information: they find promises and Effects that are created and then dropped. They have a
// separate command (`npm run lint:types`), because ESLint must first build the TypeScript programs.

// Statements that do not drop an Effect. A yielded or awaited Effect has run, and an assigned Effect has a name. The
// type of such an expression may still be an Effect, because an Exit, a ManagedRuntime and a fiber are Effects, too.
const KEPT = new Set(["AssignmentExpression", "AwaitExpression", "YieldExpression", "UnaryExpression"])

/**
 * Reports statements that consist of an Effect, a Stream or a Layer. None of these does anything until it runs, so such
 * a statement is a forgotten `yield*`. Does not report fibers, which are Effects, too, but are already running.
 */
export const noFloatingEffect = {
  meta: {
    type: "problem",
    schema: [],
    messages: { floating: "This {{what}} is never run: yield*, return or fork it." }
  },
  create: (context) => ({
    ExpressionStatement: (node) => {
      if (KEPT.has(node.expression.type)) return
      const type = context.sourceCode.parserServices.getTypeAtLocation(node.expression)
      const marks = new Set(type.getProperties().map(({ name }) => /^__@(\w+)@/.exec(name)?.[1]))
      if (marks.has("FiberTypeId")) return
      const what = ["Effect", "Stream", "Layer"].find((name) => marks.has(`${name}TypeId`))
      if (what !== undefined) context.report({ node, messageId: "floating", data: { what } })
    }
  })
}

export default ts.config(
  { ignores: ["**/node_modules/**", "**/dist/**", "**/generated/**"] },
  { linterOptions: { reportUnusedDisableDirectives: "off" } },
  {
    files: ["packages/*/src/**/*.ts", "apps/*/src/**/*.ts", "test/**/*.ts", "bench/**/*.ts"],
    languageOptions: {
      parser: ts.parser,
      parserOptions: {
        project: ["tsconfig.json", "apps/web/tsconfig.json"],
        tsconfigRootDir: import.meta.dirname
      }
    },
    plugins: {
      "@typescript-eslint": ts.plugin,
      effects: { rules: { "no-floating-effect": noFloatingEffect } }
    },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/await-thenable": "error",
      "effects/no-floating-effect": "error"
    }
  }
)
