/** A failure that says in Chinese what went wrong, without secrets. */
export class JobProblem extends Error {}
