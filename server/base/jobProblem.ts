/** A failure with a Chinese message without secrets. */
export class JobProblem extends Error {}
