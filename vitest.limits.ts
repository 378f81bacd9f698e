/**
 * Time limits of every project, and the length of values in messages. The only purpose of the limits is to end a test that
 * hangs. A machine that is ten times slower than a developer's machine must not reach them, because a failure on a slow
 * machine says nothing about the product.
 */
export const timeLimits = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  // Chai abbreviates values of more than 40 characters, so a failure in CI would not show which element is unexpected.
  chaiConfig: { truncateThreshold: 4_000 }
}
