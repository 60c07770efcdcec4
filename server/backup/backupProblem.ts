/** A backup or restore that was not made; its sentence is for the operator. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem';
}
