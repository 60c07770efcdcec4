/**
 * What a child does: of each job what it is given, what it tells on the way, and what it ends with. Everything is plain
 * data.
 * The module that does a job adds it here (`declare module`), so that this folder knows none of them.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface ChildJobs {}

export type JobName = keyof ChildJobs;

/** To the child; one at a time. */
export interface Asked<J extends JobName = JobName> {
  readonly id: number;
  readonly job: J;
  readonly input: ChildJobs[J]['input'];
}

/** From the child. `refused` is a sentence for the person whose file it is, `failure` what the log keeps. */
export type Told =
  | { readonly ready: true }
  | { readonly id: number; readonly part: unknown }
  | { readonly id: number; readonly done: unknown }
  | { readonly id: number; readonly refused: string }
  | { readonly id: number; readonly failure: string };

/** The names of errors whose words are for the person whose file it is. */
export const refusalNames: ReadonlySet<string> = new Set(['WorkbookRefusal', 'PdfRefusal']);
