/** Only rules about mistakes: prettier checks the format, and tsc the types. */
const globals = (names) => Object.fromEntries(names.map((name) => [name, 'readonly']));

const everywhere = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'DecompressionStream',
  'MessageChannel',
  'ReadableStream',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'WebAssembly',
  'atob',
  'btoa',
  'clearTimeout',
  'console',
  'crypto',
  'fetch',
  'performance',
  'queueMicrotask',
  'setTimeout',
  'structuredClone',
];
const node = ['Buffer', 'clearInterval', 'global', 'process', 'setImmediate', 'setInterval'];
const browser = [
  'MutationObserver',
  'PerformanceObserver',
  'Worker',
  'caches',
  'document',
  'getComputedStyle',
  'location',
  'navigator',
  'requestAnimationFrame',
  'self',
  'window',
];

export default [
  { ignores: ['node_modules/**', 'src/generated/**'] },
  {
    files: ['**/*.{js,mjs,cjs}'],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'array-callback-return': 'error',
      'constructor-super': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'for-direction': 'error',
      'getter-return': 'error',
      'no-async-promise-executor': 'error',
      'no-class-assign': 'error',
      'no-cond-assign': 'error',
      'no-const-assign': 'error',
      'no-constant-condition': 'error',
      'no-debugger': 'error',
      'no-dupe-args': 'error',
      'no-dupe-class-members': 'error',
      'no-dupe-else-if': 'error',
      'no-dupe-keys': 'error',
      'no-duplicate-imports': 'error',
      'no-empty': 'error',
      'no-eval': 'error',
      'no-extend-native': 'error',
      'no-fallthrough': 'error',
      'no-func-assign': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-self-assign': 'error',
      'no-throw-literal': 'error',
      'no-undef': 'error',
      'no-unreachable': 'error',
      'no-unused-expressions': 'error',
      'no-unused-private-class-members': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'use-isnan': 'error',
      'valid-typeof': 'error',
    },
    languageOptions: { ecmaVersion: 2024, globals: globals([...everywhere, ...node, ...browser]) },
  },
  {
    files: ['src/**/*.js'],
    languageOptions: {
      globals: {
        ...globals(everywhere),
        setImmediate: 'readonly',
        Worker: 'readonly',
        document: 'readonly',
        indexedDB: 'readonly',
        self: 'readonly',
        __BUILD_ID__: 'readonly',
        __POWERS_AT__: 'readonly',
        __VERSION__: 'readonly',
        __WASM_SHA256__: 'readonly',
      },
    },
    rules: {
      // The minifier of Vite 8.3 writes '1 / call()', where nobody needs the value, as a comment:
      // '1//* @__PURE__ */ call()'.
      'no-restricted-syntax': [
        'error',
        ...['', 'ExportNamedDeclaration > '].map((exported) => ({
          selector: `Program > ${exported}VariableDeclaration BinaryExpression[operator="/"]:not(:function *) > :matches(CallExpression, NewExpression).right`,
          message:
            'Constants of a module are not divided by the value of a call: bundlers break it.',
        })),
      ],
    },
  },
  {
    files: ['test/environments/fixtures/extension/*.js'],
    languageOptions: { globals: { chrome: 'readonly' } },
  },
];
