import vue from "eslint-plugin-vue"
import ts from "typescript-eslint"

// Rules that need no type information, so that a run takes only seconds. Rules that need types are in eslint.types.js.
// Checks that need all files (import directions, cycles, names) are in test/architecture.test.ts.

const barrels = [
  "effect",
  "@effect/platform",
  "@effect/platform-node",
  "@effect/sql",
  "@effect/sql-pg",
  "lodash"
]

const rules = {
  "no-console": "error",
  "no-debugger": "error",
  "no-eval": "error",
  "no-implied-eval": "error",
  "no-new-func": "error",
  "no-throw-literal": "error",
  "no-var": "error",
  "no-param-reassign": "error",
  "no-useless-rename": "error",
  "no-self-compare": "error",
  "no-constant-binary-expression": "error",
  "prefer-const": "error",
  "object-shorthand": "error",
  eqeqeq: ["error", "always", { null: "ignore" }],
  "no-restricted-imports": [
    "error",
    {
      paths: barrels.map((name) => ({ name, message: "Import the module, not the package: effect/Effect." }))
    }
  ],
  "no-restricted-syntax": [
    "error",
    { selector: "TSEnumDeclaration", message: "Use a union of literals." },
    { selector: "TSModuleDeclaration[kind='namespace']", message: "Use a module." },
    { selector: "ExportDefaultDeclaration", message: "Export by name." },
    {
      selector: "TaggedTemplateExpression[tag.name='sql'][typeArguments]",
      message: "A type argument proves nothing: decode rows with pg/Rows."
    },
    {
      selector: "CallExpression[callee.object.name='sql'][callee.property.name='in']",
      message: "One statement text per list length: use = any(${list}::type[])."
    }
  ]
}

const tooFast =
  "A test must not depend on the machine's speed: wait for an event, or bound CPU time (testkit/CpuClock)."
const clockRules = [
  {
    selector:
      "CallExpression[callee.property.name=/^toBeLess/] > MemberExpression > CallExpression[callee.name='expect'] > BinaryExpression[operator='-'] > CallExpression[callee.property.name='now']",
    message: tooFast
  },
  {
    selector:
      "CallExpression[callee.object.name='vi'][callee.property.name=/^wait(For|Until)$/][arguments.length=1]",
    message: "It gives up after a second. Use expect.poll, which is patient, or pass a timeout of a minute."
  }
]

/**
 * Calls that follow a symbolic link, and so write to a file that the creator of the link has chosen. They are forbidden
 * in modules of programs that also write below media folders.
 */
const followsLinks = {
  name: /^(?:writeFile|appendFile|copyFile|cp)(?:Sync)?$|^createWriteStream$/,
  message:
    "It writes through a planted link. Use writeWhole of kernel/WriteWhole, or open a new name with wx (O_NOFOLLOW for one that is there)."
}
const noPlainWrites = [
  { selector: `ImportSpecifier[imported.name=${followsLinks.name}]`, message: followsLinks.message },
  {
    selector: `CallExpression[callee.object.name='fs'][callee.property.name=${followsLinks.name}]`,
    message: followsLinks.message
  },
  {
    selector:
      "CallExpression[callee.name=/^open(?:Sync)?$/] > Literal[value=/^(?:w|w\\+|a|a\\+|as|as\\+|r\\+|rs\\+)$/]",
    message: followsLinks.message
  }
]

export default ts.config(
  {
    ignores: ["**/node_modules/**", "**/dist/**", "**/coverage/**", "**/generated/**", "apps/web/public/**"]
  },
  // A directive may be needed only for a rule that is off here but on in an editor.
  { linterOptions: { reportUnusedDisableDirectives: "off" } },
  ...ts.configs.recommended,
  ...vue.configs["flat/recommended"].map((config) => ({ ...config, files: ["apps/web/**/*.vue"] })),
  {
    files: ["**/*.ts", "**/*.vue"],
    rules: {
      ...rules,
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/array-type": ["error", { default: "generic" }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        {
          argsIgnorePattern: "^_",
          varsIgnorePattern: "^_",
          destructuredArrayIgnorePattern: "^_",
          ignoreRestSiblings: true
        }
      ],
      "@typescript-eslint/no-this-alias": ["error", { allowedNames: ["self"] }],
      "@typescript-eslint/ban-ts-comment": ["error", { "ts-expect-error": "allow-with-description" }],
      // Effect declares errors without fields with `{}`, and services with `class X extends Y<X>() {}`.
      "@typescript-eslint/no-empty-object-type": "off"
    }
  },
  { files: ["apps/web/**/*.{ts,vue}"], rules: { "@typescript-eslint/array-type": "off" } },
  {
    files: ["apps/web/**/*.vue"],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      "vue/no-v-html": "error",
      "vue/block-order": ["error", { order: ["script", "template", "style"] }],
      "vue/component-api-style": ["error", ["script-setup"]],
      "vue/no-unused-refs": "error",
      "vue/no-undef-properties": "off",
      "vue/multi-word-component-names": "error",
      "vue/require-default-prop": "off",
      // Prettier formats the code, so the formatting rules are off.
      "vue/attributes-order": "off",
      "vue/html-quotes": "off",
      "vue/max-attributes-per-line": "off",
      "vue/singleline-html-element-content-newline": "off",
      "vue/multiline-html-element-content-newline": "off",
      "vue/html-self-closing": "off",
      "vue/html-indent": "off",
      "vue/html-closing-bracket-newline": "off",
      "vue/first-attribute-linebreak": "off"
    }
  },
  {
    // Text that users read belongs in the messages of its folder. The gallery is exempt, because only developers use
    // it.
    files: ["apps/web/**/*.vue"],
    ignores: ["apps/web/src/app/gallery/*.vue"],
    rules: {
      "vue/no-bare-strings-in-template": [
        "error",
        {
          allowlist: [
            "(",
            ")",
            ",",
            ".",
            "&",
            "+",
            "-",
            "=",
            "*",
            "/",
            "#",
            "%",
            "!",
            "?",
            ":",
            "[",
            "]",
            "{",
            "}",
            "<",
            ">",
            "·",
            "•",
            "–",
            "—",
            "…",
            "×"
          ],
          attributes: {
            "/.+/": [
              "title",
              "label",
              "text",
              "help",
              "hint",
              "confirm",
              "cancel",
              "description",
              "placeholder",
              "alt",
              "aria-label",
              "aria-description",
              "aria-placeholder",
              "aria-roledescription",
              "aria-valuetext",
              "data-tip",
              "error-title",
              "errorTitle"
            ]
          },
          directives: ["v-text"]
        }
      ]
    }
  },
  {
    files: ["packages/*/src/**/*.ts", "apps/{server,worker,standalone,projections}/src/**/*.ts"],
    ignores: [
      "**/*.test.ts",
      "**/testing/**",
      "packages/testkit/**",
      // These files write only to `/proc`, and to cache and data folders to which only the server's user can write.
      "packages/assets/src/Leases.ts",
      "packages/children/src/Spawn.ts",
      "packages/embedded-postgres/src/**",
      "packages/pg/src/UpgradeDump.ts",
      "apps/standalone/src/{Checks,ColdCopy}.ts",
      // This file copies with COPYFILE_EXCL, which fails if the target exists.
      "packages/features/src/library/uploads/incoming.ts"
    ],
    rules: { "no-restricted-syntax": [...rules["no-restricted-syntax"], ...noPlainWrites] }
  },
  {
    // Tools load configuration files, benchmarks and test setups through their default exports.
    files: [
      "*.{js,ts}",
      "**/*.config.ts",
      "bench/**/*.ts",
      "test/**/*.ts",
      "**/*.d.ts",
      "vitest.workspace.ts",
      "packages/testkit/src/*.ts"
    ],
    rules: { "no-restricted-syntax": "off" }
  },
  {
    files: ["**/*.test.ts"],
    ignores: ["test/**"],
    rules: { "no-restricted-syntax": [...rules["no-restricted-syntax"], ...clockRules] }
  },
  {
    files: ["test/**/*.test.ts"],
    ignores: ["test/faults/**"],
    rules: { "no-restricted-syntax": ["error", ...clockRules] }
  },
  {
    files: ["**/*.mjs"],
    rules: { ...rules, "no-restricted-syntax": "off" }
  }
)
