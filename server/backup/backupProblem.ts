/** A backup or restore that failed; the sentence is for the operator. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem';
}
