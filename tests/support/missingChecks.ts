/** Returns a reason for each check that a chromatography batch requires: a test's record has none of them. */
export const missingChecks = (reason: string): Record<string, string> => ({
  blank: reason,
  parallel: reason,
  spike: reason,
  control: reason,
});
