/**
 * Jobs of child processes: input, partial results and result of each, as plain data. The module of each job declares
 * its types here (`declare module`), so that this folder does not depend on the jobs.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface ChildJobs {}

export type JobName = keyof ChildJobs;

/** Message to the child; it handles one at a time. */
export interface ChildRequest<J extends JobName = JobName> {
  readonly id: number;
  readonly job: J;
  readonly input: ChildJobs[J]['input'];
}

/**
 * Message from the child. `begun`: the modules of the job are loaded; `refused` is for the person who uploaded the
 * file, `failure` for the log.
 */
export type ChildMessage =
  | { readonly ready: true }
  | { readonly id: number; readonly begun: true }
  | { readonly id: number; readonly part: unknown }
  | { readonly id: number; readonly done: unknown }
  | { readonly id: number; readonly refused: string }
  | { readonly id: number; readonly failure: string };

/** Names of errors whose message is for the person who uploaded the file. */
export const refusalNames: ReadonlySet<string> = new Set([
  'WorkbookRefusal',
  'PdfRefusal',
  'P12Refusal',
  'LayoutRefusal',
]);
