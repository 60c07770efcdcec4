/** Error of a backup or a restore; its message is one sentence for the operator. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem';
}
