/** Whether a part of the project may be written now, and why not. */
export interface Openness {
  readonly stage: string;
  readonly open: boolean;
  readonly why: string | null;
}
