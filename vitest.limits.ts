/**
 * Time limits of every project. They only end a test that hangs: a machine that is ten times slower than a developer's must
 * not reach them, because a test that fails on a slow machine says nothing about the product.
 */
export const timeLimits = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } }
}
