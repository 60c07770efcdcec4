/**
 * A sentence of the specification in our words, and its proofs: a file below tests/ without its extension, and part of
 * a title as written there.
 */
export type Requirement = readonly [text: string, ...proofs: string[]];

export interface Section {
  /** Section of SPEC.md. */
  readonly number: number;
  readonly title: string;
  readonly requirements: readonly Requirement[];
}
