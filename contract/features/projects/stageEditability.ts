/** Whether a part of the project may be written now, and the reason if not. */
export interface StageEditability {
  readonly stage: string;
  readonly isEditable: boolean;
  readonly why: string | null;
}
