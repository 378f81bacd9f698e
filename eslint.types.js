import ts from "typescript-eslint"

// What only types show: promises and Effects that are made and then dropped. A run of its own (`npm run lint:types`), as
// it builds the programs of tsc first.

// What was yielded or awaited has run, what was assigned has a name. An Exit, a ManagedRuntime and a fiber are Effects, too.
const KEPT = new Set(["AssignmentExpression", "AwaitExpression", "YieldExpression", "UnaryExpression"])

/**
 * An Effect does nothing until it runs: as a statement it is a forgotten `yield*`. Streams and layers alike. A fiber is an
 * Effect, too, but runs already.
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
