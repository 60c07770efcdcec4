/** Error of a job, with a Chinese message that contains no secrets. */
export class JobProblem extends Error {}
